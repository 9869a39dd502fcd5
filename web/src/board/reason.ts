// SPDX-License-Identifier: MIT
import { other, isOnBorder, winner, type Position } from '../game/position';
import type { Rules } from '../game/rules';

/** Why the cube of this cell cannot be taken, for whoever tries. */
export function whyNotTaken(
  rules: Rules,
  { cubes, toMove }: Position,
  cell: number,
  mayMove: boolean,
): string {
  if (winner(rules, { cubes, toMove })) return 'The game is over.';
  if (!mayMove) return 'It is not your turn.';
  if (!isOnBorder(rules, cell)) return 'Only cubes on the border can be taken.';
  return `That cube shows ${other(toMove)}: you may take a blank one or your own.`;
}
