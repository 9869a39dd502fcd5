// SPDX-License-Identifier: MIT
//
// The client of /api/v1. What is asked and answered there is described by src/api/openapi.json, and the types
// here are generated from it. Outcomes are always for the player who moves. A refusal carries the server's own
// message; silence is told apart, so that the page can say so, wait and go on.
import { signal } from '@preact/signals';
import type { components, paths } from '../generated/api';
import { keyHeader } from './key';
import { parameterText } from './link';

type Schemas = components['schemas'];

export type Outcome = NonNullable<Schemas['Outcome']>;
export type Value = Schemas['Value'];
export type MoveValue = Schemas['ValuedMove'];
/** The replies are left out of a batch alone, and the page does not look at the moves of one. */
export type RatedMove = Required<Schemas['PositionMove']>;
export type PositionValue = Omit<Required<Schemas['Position']>, 'moves'> & { moves: RatedMove[] };
/** A position of a batch. */
export type CountedPosition = Schemas['Position'];
export type Board = Schemas['Board'];
export type Boards = Schemas['Boards'];
export type Line = Schemas['Line'];
export type Review = Schemas['Review'];
export type ReviewedMove = Schemas['ReviewedMove'];
export type Judgement = ReviewedMove['judgement'];
export type Statistics = Schemas['Statistics'];
export type Needs = Schemas['Needs'];
export type Solving = Schemas['SolveProgress'];
export type Puzzle = Omit<Schemas['Puzzle'], 'position'> & { position: PositionValue };

/** The server answered, and said no. */
export class Refused extends Error {}
/** The server did not answer. */
export class Silent extends Error {}

/** Whether the server is silent. While it is, the page asks every second whether it is back. */
export const silent = signal(false);
/** Grows when the server comes back: whatever failed in between asks again. */
export const comebacks = signal(0);

async function request(address: string, init: RequestInit = {}, seconds = 30): Promise<unknown> {
  let response: Response;
  let body: Partial<Schemas['Error']> | null;
  try {
    response = await fetch(address, { ...init, signal: AbortSignal.timeout(seconds * 1000) });
    body = await response.json().catch(() => null);
  } catch {
    waitForServer();
    throw new Silent('The server does not answer.');
  }
  // On its way down, or too busy: either passes.
  if (response.status === 503) {
    waitForServer();
    throw new Silent('The server is not available.');
  }
  if (!response.ok)
    throw new Refused(body?.error?.message ?? `The server answered with status ${response.status}.`);
  return body;
}

function waitForServer(): void {
  if (silent.peek()) return;
  silent.value = true;
  const knock = async () => {
    const response = await fetch('/api/v1/health', { signal: AbortSignal.timeout(5000) }).catch(() => null);
    if (!response?.ok) return void setTimeout(knock, 1000);
    silent.value = false;
    comebacks.value += 1;
  };
  setTimeout(knock, 1000);
}

type Get<Path extends keyof paths> = NonNullable<paths[Path]['get']>;
type Post<Path extends keyof paths> = NonNullable<paths[Path]['post']>;
type Query<Operation> = Operation extends { parameters: { query: infer Parameters } } ? Parameters : {};
type Json<Part> = Part extends { content: { 'application/json': infer Body } } ? Body : never;
type Sent<Operation> = Operation extends { requestBody: infer Request } ? Json<Request> : never;
type Answered<Operation> = Operation extends { responses: { 200: infer Response } } ? Json<Response> : never;

type Headers = Record<string, string>;

const get = <Path extends keyof paths>(path: Path, parameters: Query<Get<Path>>, headers: Headers = {}) =>
  request(`${path}?${parameterText(parameters)}`, { headers }) as Promise<Answered<Get<Path>>>;

const post = <Path extends keyof paths>(path: Path, body: Sent<Post<Path>>, headers: Headers = {}) =>
  request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }) as Promise<Answered<Post<Path>>>;

type Filter = Omit<Query<Get<'/api/v1/random'>>, 'rules'>;

export const api = {
  boards: () => get('/api/v1/boards', {}, keyHeader()),
  position: (rules: string, position: string) =>
    get('/api/v1/position', { rules, position }) as Promise<PositionValue>,
  line: (rules: string, position: string) => get('/api/v1/line', { rules, position }),
  values: (rules: string, positions: string[]) => post('/api/v1/batch', { rules, positions }),
  review: (game: string) => post('/api/v1/review', { game }),
  play: (rules: string, position: string, player: string, seed: number, think_ms?: number) =>
    get('/api/v1/play', { rules, position, player, seed, ...(think_ms && { think_ms }) }),
  statistics: (rules: string) => get('/api/v1/statistics', { rules }),
  random: (rules: string, filter: Filter) =>
    get('/api/v1/random', { rules, ...filter }) as Promise<PositionValue>,
  puzzle: (rules: string, kind: Puzzle['kind'], seed: number) =>
    get('/api/v1/puzzle', { rules, kind, seed }) as Promise<Puzzle>,
  solve: (rules: string, metric: 'outcome' | 'distance') =>
    post('/api/v1/solve', { rules, metric }, keyHeader()),
  stopSolving: (rules: string) =>
    request(`/api/v1/solve?${parameterText({ rules })}`, { method: 'DELETE', headers: keyHeader() }),
  solving: (rules: string) => get('/api/v1/solve', { rules }),
};
