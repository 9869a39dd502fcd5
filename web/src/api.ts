// SPDX-License-Identifier: MIT
//
// The client of /api/v1. Outcomes are always for the player who moves. A refusal carries the server's own
// message; silence is told apart, so that the page can say so, wait and go on.
import { signal } from '@preact/signals';
import { parameterText } from './link';

export type Outcome = 'win' | 'draw' | 'loss';

export interface Value {
  outcome: Outcome;
  distance_moves: number | null;
}

export interface MoveValue extends Value {
  move: string;
  position: string;
}

export interface RatedMove extends MoveValue {
  replies: number;
  replies_that_hold: number;
}

export interface PositionValue extends Value {
  position: string;
  moves: RatedMove[];
}

export interface Board {
  rules: string;
  cells: number;
  status: 'ready' | 'solving' | 'missing';
  metric: 'distance' | 'outcome' | null;
  needs_memory_bytes: number;
  needs_disk_bytes: number;
  command: string;
}

export interface Boards {
  boards: Board[];
  can_solve: boolean;
}

export interface Line extends Value {
  ends: 'line' | 'repetition';
  moves: MoveValue[];
}

export type Judgement =
  'best' | 'good' | 'slower win' | 'faster loss' | 'win to draw' | 'win to loss' | 'draw to loss';

export interface ReviewedMove {
  player: 'X' | 'O';
  move: string;
  before: Value;
  after: Value;
  best: string;
  judgement: Judgement;
  refutation: string[];
}

export interface Review {
  moves: ReviewedMove[];
  accuracy_percent: { X: number | null; O: number | null };
  turning_points: number[];
}

export interface Counts {
  win: number;
  draw: number;
  loss: number;
}

export interface Statistics {
  empty_board: Value;
  totals: Counts;
  positions: number;
  classes: (Counts & { own: number; opponent: number })[];
  distances: { distance_moves: number; win: number; loss: number }[];
  longest_win: { distance_moves: number; position: string } | null;
  longest_loss: { distance_moves: number; position: string } | null;
  signature: string;
}

export interface Solving {
  status: 'solving' | 'ready' | 'missing' | 'failed';
  layer: number | null;
  phase: string | null;
  share: number | null;
  message: string | null;
}

/** The server answered, and said no. */
export class Refused extends Error {}
/** The server did not answer. */
export class Silent extends Error {}

/** Whether the server is silent. While it is, the page asks every second whether it is back. */
export const silent = signal(false);
/** Grows when the server comes back: whatever failed in between asks again. */
export const comebacks = signal(0);

async function request(path: string, init: RequestInit = {}, seconds = 30): Promise<unknown> {
  let response: Response;
  let body: { error?: { message?: string } } | null;
  try {
    response = await fetch(`/api/v1/${path}`, { ...init, signal: AbortSignal.timeout(seconds * 1000) });
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

const get = <T>(path: string, parameters: Record<string, string | number | undefined> = {}) =>
  request(`${path}?${parameterText(parameters)}`) as Promise<T>;

const post = <T>(path: string, body: object) =>
  request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }) as Promise<T>;

export const api = {
  boards: () => get<Boards>('boards'),
  position: (rules: string, position: string) => get<PositionValue>('position', { rules, position }),
  line: (rules: string, position: string) => get<Line>('line', { rules, position }),
  values: (rules: string, positions: string[]) =>
    post<{ results: (Value | { error: unknown })[] }>('batch', { rules, positions }),
  review: (game: string) => post<Review>('review', { game }),
  play: (rules: string, position: string, player: string, seed: number) =>
    get<MoveValue>('play', { rules, position, player, seed }),
  statistics: (rules: string) => get<Statistics>('statistics', { rules }),
  random: (rules: string, filter: Record<string, string | number | undefined>) =>
    get<PositionValue>('random', { rules, ...filter }),
  solve: (rules: string) => post<Solving>('solve', { rules }),
  solving: (rules: string) => get<Solving>('solve', { rules }),
};
