// SPDX-License-Identifier: MIT
//
// Trying one's mistakes again: the positions before them, and which moves would have been right.
import type { PositionValue, RatedMove, Review } from '../api';
import { isComputer, type Players } from './players';

/** The places in the game where a human gave away a win or a draw. */
export function mistakesOf({ turning_points, moves }: Review, players: Players): number[] {
  return turning_points.filter((index) => !isComputer(players, moves[index]!.player));
}

/** Whether a move keeps the best there is. Where nothing is proved, whatever is not lost does. */
export function isRight(answer: Pick<PositionValue, 'outcome'>, move: Pick<RatedMove, 'outcome'>): boolean {
  return move.outcome === answer.outcome;
}
