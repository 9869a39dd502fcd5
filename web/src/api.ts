// SPDX-License-Identifier: MIT
//
// The questions of /api/v1. What is asked and answered there is described by src/api/openapi.json, and the types
// here are generated from it; who answers, backend/backend.ts says. Outcomes are always for the player who moves. A
// refusal carries a message for people.
import type { components, paths } from '../generated/api';
import { Refused, send, type Question } from './backend/backend';
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

async function request(question: Question): Promise<unknown> {
  const { status, body } = await send(question);
  if (status < 400) return body;
  throw new Refused(
    (body as Partial<Schemas['Error']> | null)?.error?.message ?? `The answer was ${status}.`,
  );
}

type Get<Path extends keyof paths> = NonNullable<paths[Path]['get']>;
type Post<Path extends keyof paths> = NonNullable<paths[Path]['post']>;
type Query<Operation> = Operation extends { parameters: { query: infer Parameters } } ? Parameters : {};
type Json<Part> = Part extends { content: { 'application/json': infer Body } } ? Body : never;
type Sent<Operation> = Operation extends { requestBody: infer Request } ? Json<Request> : never;
type Answered<Operation> = Operation extends { responses: { 200: infer Response } } ? Json<Response> : never;

type More = Pick<Question, 'headers' | 'signal'>;

const get = <Path extends keyof paths>(path: Path, parameters: Query<Get<Path>>, more: More = {}) =>
  request({ method: 'GET', target: `${path}?${parameterText(parameters)}`, ...more }) as Promise<
    Answered<Get<Path>>
  >;

const post = <Path extends keyof paths>(path: Path, body: Sent<Post<Path>>, more: More = {}) =>
  request({
    method: 'POST',
    target: path,
    body: JSON.stringify(body),
    ...more,
    headers: { 'Content-Type': 'application/json', ...more.headers },
  }) as Promise<Answered<Post<Path>>>;

type Filter = Omit<Query<Get<'/api/v1/random'>>, 'rules'>;

/** Those that may take long can be told when nobody waits for the answer any more. */
export const api = {
  boards: () => get('/api/v1/boards', {}, { headers: keyHeader() }),
  position: (rules: string, position: string, signal?: AbortSignal) =>
    get('/api/v1/position', { rules, position }, { signal }) as Promise<PositionValue>,
  line: (rules: string, position: string, signal?: AbortSignal) =>
    get('/api/v1/line', { rules, position }, { signal }),
  values: (rules: string, positions: string[]) => post('/api/v1/batch', { rules, positions }),
  review: (game: string, signal?: AbortSignal) => post('/api/v1/review', { game }, { signal }),
  play: (rules: string, position: string, player: string, seed: number, think_ms?: number) =>
    get('/api/v1/play', { rules, position, player, seed, ...(think_ms && { think_ms }) }),
  statistics: (rules: string, signal?: AbortSignal) => get('/api/v1/statistics', { rules }, { signal }),
  random: (rules: string, filter: Filter, signal?: AbortSignal) =>
    get('/api/v1/random', { rules, ...filter }, { signal }) as Promise<PositionValue>,
  puzzle: (rules: string, kind: Puzzle['kind'], seed: number, signal?: AbortSignal) =>
    get('/api/v1/puzzle', { rules, kind, seed }, { signal }) as Promise<Puzzle>,
  solve: (rules: string, metric: 'outcome' | 'distance') =>
    post('/api/v1/solve', { rules, metric }, { headers: keyHeader() }),
  stopSolving: (rules: string) =>
    request({
      method: 'DELETE',
      target: `/api/v1/solve?${parameterText({ rules })}`,
      headers: keyHeader(),
    }),
  solving: (rules: string) => get('/api/v1/solve', { rules }),
};
