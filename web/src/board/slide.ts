// SPDX-License-Identifier: MIT
//
// How a move looks: the cube is lifted, turned to the player's symbol, carried to the far end and pushed in, and
// its row slides with it. Taking a move back plays the same film backwards.
import {
  colOf,
  play,
  positionText,
  rowOf,
  segment,
  sideOf,
  type Move,
  type Position,
} from '../game/position';
import { rulesName, type Rules } from '../game/rules';
import { outwards, type Place } from './drag';

export interface Film {
  move: Move;
  backwards: boolean;
}

interface Shown {
  rules: Rules;
  position: Position;
  lastMove: Move | null;
}

/** The film that leads from one picture to another, if one move made or taken back does. */
export function filmBetween(before: Shown, after: Shown): Film | null {
  if (rulesName(before.rules) !== rulesName(after.rules)) return null;
  const leadsTo = (from: Position, move: Move | null, to: Position) =>
    move !== null &&
    positionText(after.rules, play(after.rules, from, move)) === positionText(after.rules, to);
  if (leadsTo(before.position, after.lastMove, after.position))
    return { move: after.lastMove!, backwards: false };
  if (leadsTo(after.position, before.lastMove, before.position))
    return { move: before.lastMove!, backwards: true };
  return null;
}

/** Which cube lies on which cell afterwards: cubes keep their names while they slide. */
export function slideCubes(rules: Rules, cubes: readonly number[], { move, backwards }: Film): number[] {
  const cells = segment(rules, move);
  const from = backwards ? [cells.at(-1)!, ...cells.slice(0, -1)] : [...cells.slice(1), cells[0]!];
  const after = [...cubes];
  cells.forEach((cell, index) => (after[cell] = cubes[from[index]!]!));
  return after;
}

const lifted = 0.24;
const carried = 0.56;
const lowered = 0.64;
const duration = 950;

export const place = (col: number, row: number): string =>
  `translate(calc(var(--cell) * ${col}), calc(var(--cell) * ${row}))`;

/** Plays the film on the cubes, which already stand where they end. A cube that was dragged starts where it was let
 * go. `cubeAt` finds the element of a cell. */
export function playFilm(
  rules: Rules,
  film: Film,
  turned: boolean,
  letGo: Place | null,
  cubeAt: (cell: number) => HTMLElement,
): Animation[] {
  const { move, backwards } = film;
  const cells = segment(rules, move);
  const at = (cell: number) => place(colOf(rules, cell), rowOf(rules, cell));
  const [dx, dy] = outwards[sideOf(rules, move)];
  const start = letGo ? place(letGo.col, letGo.row) : at(move.taken);
  const outside = place(colOf(rules, move.inserted) + dx, rowOf(rules, move.inserted) + dy);
  const timing: KeyframeAnimationOptions = {
    duration: backwards ? duration * 0.6 : duration,
    direction: backwards ? 'reverse' : 'normal',
    fill: 'backwards',
  };
  const push = 'cubic-bezier(.3,.1,.2,1)';
  // The element of the cube that stands on `after` once the move is made.
  const elementOf = (before: number, after: number) => cubeAt(backwards ? before : after);

  const sliding = cells.slice(1).map((before, index) => {
    const after = cells[index]!;
    return elementOf(before, after).animate(
      [
        { transform: at(before), offset: 0 },
        { transform: at(before), offset: lowered, easing: push },
        { transform: at(after), offset: 1 },
      ],
      timing,
    );
  });
  const mover = elementOf(move.taken, move.inserted);
  const block = mover.querySelector('.board-block')!;
  const up = 'scale(1.16)';
  const animations = [
    ...sliding,
    // It no longer glides back from where it was dragged to.
    block.animate({ translate: ['none', 'none'] }, timing),
    mover.animate(
      [
        { transform: start, zIndex: 5, offset: 0 },
        { transform: start, zIndex: 5, offset: lifted, easing: 'ease-in-out' },
        { transform: outside, zIndex: 5, offset: carried },
        { transform: outside, zIndex: 5, offset: lowered, easing: push },
        { transform: at(move.inserted), zIndex: 5, offset: 1 },
      ],
      timing,
    ),
    block.animate(
      turned
        ? [
            { transform: letGo ? up : 'none', offset: 0, easing: 'ease-in' },
            { transform: `${up} rotateY(-90deg)`, offset: lifted / 2 },
            { transform: `${up} rotateY(90deg)`, offset: lifted / 2, easing: 'ease-out' },
            { transform: up, offset: lifted },
            { transform: up, offset: carried },
            { transform: 'none', offset: lowered },
            { transform: 'none', offset: 1 },
          ]
        : [
            { transform: letGo ? up : 'none', offset: 0 },
            { transform: up, offset: lifted },
            { transform: up, offset: carried },
            { transform: 'none', offset: lowered },
            { transform: 'none', offset: 1 },
          ],
      timing,
    ),
  ];
  const symbol = mover.querySelector('.symbol');
  if (turned && symbol)
    animations.push(
      symbol.animate(
        [
          { opacity: 0, offset: 0 },
          { opacity: 0, offset: lifted / 2 },
          { opacity: 1, offset: lifted / 2 },
          { opacity: 1, offset: 1 },
        ],
        timing,
      ),
    );
  return animations;
}
