// SPDX-License-Identifier: MIT
//
// Values in words and in pictures. What the server says is for the player who moves; the graph is for X.
import type { Outcome, RatedMove, Value } from './api';
import { count, other, type Player } from './game/position';

const verbs: Record<Outcome, string> = { win: 'wins', draw: 'draws', loss: 'loses' };

/** "wins in 7", "draws", "loses"; the last when the table knows no distances. */
export function valueWords({ outcome, distance_moves }: Value): string {
  const distance = outcome === 'draw' || distance_moves === null ? '' : ` in ${distance_moves}`;
  return verbs[outcome] + distance;
}

/** The verdict on a position that is not over. */
export function verdict(toMove: Player, value: Value): string {
  if (value.outcome === 'draw') return 'A draw with best play';
  const [who, verb] = value.outcome === 'win' ? [toMove, 'wins'] : [other(toMove), 'wins'];
  return `${who} ${verb}${value.distance_moves === null ? '' : ` in ${count(value.distance_moves, 'move')}`}`;
}

/** "5 of 20 moves win", "all 20 moves lose": how many moves keep the best there is. */
export function choiceWords(outcome: Outcome, moves: readonly Value[]): string {
  const keeping = moves.filter((move) => move.outcome === outcome).length;
  const [one, many] = { win: ['wins', 'win'], draw: ['holds', 'hold'], loss: ['loses', 'lose'] }[outcome];
  if (keeping === moves.length) return `all ${keeping} moves ${many}`;
  return keeping === 1
    ? `only one of ${moves.length} moves ${one}`
    : `${keeping} of ${moves.length} moves ${many}`;
}

/** What a move leaves the opponent: how many of the replies keep the best she has. */
export function repliesWords({ outcome, replies, replies_that_hold }: RatedMove): string {
  if (replies === 0) return 'ends the game';
  if (outcome === 'win') return 'no reply helps';
  const verb = outcome === 'draw' ? 'hold' : 'win';
  return `${replies_that_hold} of ${replies} replies ${verb}`;
}

/** Height in the graph for X: 1 is a won game, 0 a draw, -1 a lost one; the nearer the end, the further out. */
export function heightForX(toMove: Player, { outcome, distance_moves }: Value): number {
  if (outcome === 'draw') return 0;
  const height = 0.3 + 0.7 / (1 + (distance_moves ?? 8) / 8);
  return (outcome === 'win') === (toMove === 'X') ? height : -height;
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

export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;
export const grouped = (number: number): string => number.toLocaleString('en-US');

export function bytes(number: number): string {
  const power = number < 1e6 ? 0 : number < 1e9 ? 1 : 2;
  const scaled = number / [1e3, 1e6, 1e9][power]!;
  return `${scaled.toFixed(scaled < 10 ? 1 : 0)} ${['kB', 'MB', 'GB'][power]}`;
}
