// SPDX-License-Identifier: MIT
//
// Who answers the page. There are two: `quixo serve`, over HTTP (server.ts), and on the site the engine in this
// browser (engine.ts), which may ask a server elsewhere for large tables. Both answer the requests of the API, and
// nothing else in the page knows which of them it is.
import { signal, type Signal } from '@preact/signals';

export interface Question {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path and query: /api/v1/position?rules=... */
  target: string;
  /** JSON. */
  body?: string | undefined;
  headers?: Record<string, string>;
  /** When the answer is not wanted any more. */
  signal?: AbortSignal | undefined;
}

export interface Reply {
  status: number;
  body: unknown;
}

export interface Backend {
  /** Whether it is a server, on a machine that may be another one. */
  readonly isServer: boolean;
  /** Rejects with Refused or Silent when there is no reply. */
  send(question: Question): Promise<Reply>;
}

/** There is an answer, and it is no. */
export class Refused extends Error {}
/** There is no answer, or it is not wanted any more. */
export class Silent extends Error {}

/** Whether the server is silent. */
export const silent = signal(false);
/** Grows when whoever answers comes back: whatever failed in between asks again. */
export const comebacks = signal(0);
/** Grows when other boards have a table than before, by word of whoever answers. */
export const newTables = signal(0);

/** Without a look at the counter: nobody depends on what it was. */
export const grow = (counter: Signal<number>): void => void (counter.value = counter.peek() + 1);

let chosen: Backend;

/** Comes before all else. */
export const useBackend = (backend: Backend): void => void (chosen = backend);
export const isServed = (): boolean => chosen.isServer;
export const send = (question: Question): Promise<Reply> => chosen.send(question);
