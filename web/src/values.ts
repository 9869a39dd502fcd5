// SPDX-License-Identifier: MIT
//
// Values in words and in pictures. What the server says is for the player who moves; the graph is for X. A value
// without an outcome is unclear: nobody can force the end within its horizon, and more is not known. That is no
// draw, and is never called one.
import type { Outcome, PositionValue, RatedMove, Value } from './api';
import { count, other, type Player } from './game/position';
import { shadeOf, type Shade } from './ui/shade';

const verbs: Record<Outcome, string> = { win: 'wins', draw: 'draws', loss: 'loses' };

/** "wins in 7", "draws", "loses" where the distance is not known, "nothing within 12 moves". */
export function valueWords({ outcome, distance_moves, horizon_moves }: Value): string {
  if (outcome === null)
    return horizon_moves === null ? 'unclear' : `nothing within ${count(horizon_moves, 'move')}`;
  const distance = outcome === 'draw' || distance_moves === null ? '' : ` in ${distance_moves}`;
  return verbs[outcome] + distance;
}

/** The verdict on a position that is not over. */
export function verdict(toMove: Player, value: Value): string {
  if (value.outcome === null) return sentence(valueWords(value));
  if (value.outcome === 'draw') return 'A draw with best play';
  const who = value.outcome === 'win' ? toMove : other(toMove);
  return `${who} wins${value.distance_moves === null ? '' : ` in ${count(value.distance_moves, 'move')}`}`;
}

/** Where a value comes from. */
export function sourceWords({ proof }: Value): string {
  if (proof === 'table') return 'From the table.';
  if (proof === 'search') return 'Proved by search.';
  return 'A search found no forced end.';
}

const keepingVerbs: Record<Outcome, [one: string, many: string]> = {
  win: ['wins', 'win'],
  draw: ['holds', 'hold'],
  loss: ['loses', 'lose'],
};

/** "5 of 20 moves win", "all 20 moves lose", "31 of 44 moves hold": how many keep the best there is. */
export function choiceWords({
  outcome,
  moves,
  moves_that_hold,
}: Pick<PositionValue, 'outcome' | 'moves_that_hold'> & { moves: readonly unknown[] }): string {
  const [one, many] = keepingVerbs[outcome ?? 'draw'];
  const keeping = outcome === 'loss' ? moves.length : moves_that_hold;
  if (moves.length === 1) return `the one move there is ${one}`;
  if (keeping === moves.length) return `all ${keeping} moves ${many}`;
  return keeping === 1
    ? `only one of ${moves.length} moves ${one}`
    : `${keeping} of ${moves.length} moves ${many}`;
}

interface Replies {
  replies: number;
  replies_that_hold: number;
}

/** What a move leaves the opponent: how many of the replies keep the best she has. */
export function repliesWords({
  outcome,
  replies,
  replies_that_hold,
}: Replies & Pick<Value, 'outcome'>): string {
  if (replies === 0) return 'ends the game';
  if (outcome === 'win') return 'no reply helps';
  const verb = keepingVerbs[outcome === 'loss' ? 'win' : 'draw'][replies_that_hold === 1 ? 0 : 1];
  return `${replies_that_hold} of ${replies} replies ${verb}`;
}

export const trapWords = ({ replies, replies_that_hold }: Replies): string =>
  `leaves ${replies_that_hold} of ${count(replies, 'reply', 'replies')}`;

/** The share of the moves that keep the best there is. */
export const holdingShare = ({
  moves,
  moves_that_hold,
}: {
  moves: readonly unknown[];
  moves_that_hold: number;
}) => (moves.length === 0 ? 0 : moves_that_hold / moves.length);

/** A move with those that lead to the same position but for a symmetry; the first of them stands for all. */
export interface SameMoves<M> {
  first: M;
  others: M[];
}

/** Moves in the server's order, in which those that are the same stand together. */
export function merged<M extends { move: string; same_as: string }>(moves: readonly M[]): SameMoves<M>[] {
  const groups: SameMoves<M>[] = [];
  for (const move of moves)
    if (groups.at(-1)?.first.move === move.same_as) groups.at(-1)!.others.push(move);
    else groups.push({ first: move, others: [] });
  return groups;
}

export interface Category<M> {
  kind: 'win' | Shade | 'loss';
  title: string;
  moves: SameMoves<M>[];
}

const shadeTitles: Record<Shade, string> = {
  trap: 'traps, few replies hold',
  tricky: 'tricky to answer',
  safe: 'safe to answer',
};

/** Moves under titles, in the server's order: wins, then what holds from the hardest to the easiest to answer,
 * then losses. */
export function categories(moves: readonly RatedMove[]): Category<RatedMove>[] {
  const found: Category<RatedMove>[] = [];
  for (const group of merged(moves)) {
    const { outcome } = group.first;
    const shade = shadeOf(group.first);
    const kind = outcome === 'win' || outcome === 'loss' ? outcome : (shade ?? 'safe');
    const title =
      kind === 'win'
        ? 'Wins'
        : kind === 'loss'
          ? 'Loses'
          : `${outcome === null ? 'Unclear' : 'Holds'}: ${shadeTitles[kind]}`;
    if (found.at(-1)?.kind === kind) found.at(-1)!.moves.push(group);
    else found.push({ kind, title, moves: [group] });
  }
  return found;
}

/** "the only move that holds": the one that keeps the best there is, symmetric ones counted once; null where there
 * are more, or no other move, or nothing to keep. */
export function onlyMove({ outcome, moves }: Pick<PositionValue, 'outcome' | 'moves'>): RatedMove | null {
  const keeping = merged(moves.filter((move) => move.outcome === outcome));
  const isChoice = keeping.length === 1 && keeping[0]!.others.length + 1 < moves.length;
  return outcome !== 'loss' && isChoice ? keeping[0]!.first : null;
}

export const onlyMoveWords = (outcome: Outcome | null): string =>
  `the only move that ${outcome === 'win' ? 'wins' : 'holds'}`;

/** One good move in words: "wins in 5", "holds the draw", "sets a trap: 6 of 34 replies hold". */
export function hintWords(answer: PositionValue): string {
  const move = answer.moves[0]!;
  const only = onlyMove(answer);
  const alone = only ? `is ${onlyMoveWords(answer.outcome)}` : '';
  if (move.outcome === 'win') return alone ? `${alone}: it ${valueWords(move)}` : valueWords(move);
  if (move.outcome === 'loss') return `holds out longest: ${valueWords(move)}`;
  if (alone) return move.outcome === 'draw' ? alone : `${alone}: ${valueWords(move)} then`;
  const shade = shadeOf(move);
  if (shade === 'trap') return `sets a trap: ${repliesWords(move)}`;
  if (shade === 'tricky') return `is tricky to answer: ${repliesWords(move)}`;
  return move.outcome === 'draw' ? 'holds the draw' : `keeps the game open: ${valueWords(move)}`;
}

/** As far out as a game goes in the graph that nobody has won or lost yet. */
export const drawBand = 0.36;

/** Height in the graph for X: 1 is a won game, -1 a lost one, and the nearer the end, the further out. What is
 * drawn or unclear stays within the band in the middle, and leans (from -1 to 1, for X) to the side that has more
 * moves that hold. */
export function heightForX(toMove: Player, { outcome, distance_moves }: Value, lean = 0): number {
  if (outcome === null || outcome === 'draw') return drawBand * lean;
  const height = 0.4 + 0.6 / (1 + (distance_moves ?? 8) / 8);
  return (outcome === 'win') === (toMove === 'X') ? height : -height;
}

/** The shares of moves that hold before and after a move, set against each other: from -1 to 1, for X. */
export function leanForX(toMove: Player, share: number, shareOfOther: number): number {
  return toMove === 'X' ? share - shareOfOther : shareOfOther - share;
}

/** The value of the best move among those that take one cube, given moves in the server's order, best first. */
export function bestByCell(moves: readonly RatedMove[]): Map<string, RatedMove> {
  const best = new Map<string, RatedMove>();
  for (const move of moves) {
    const cell = /^[a-z]\d+/.exec(move.move)![0];
    if (!best.has(cell)) best.set(cell, move);
  }
  return best;
}

export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;
export const grouped = (number: number): string => number.toLocaleString('en-US');

export function bytes(number: number): string {
  const power = number < 1e6 ? 0 : number < 1e9 ? 1 : number < 1e12 ? 2 : 3;
  const scaled = number / [1e3, 1e6, 1e9, 1e12][power]!;
  return `${scaled.toFixed(scaled < 10 ? 1 : 0)} ${['kB', 'MB', 'GB', 'TB'][power]}`;
}
