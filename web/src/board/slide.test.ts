// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { parseMove, parsePosition, play } from '../game/position';
import { parseRules } from '../game/rules';
import { filmBetween, slideCubes } from './slide';

const rules = parseRules('3x3');
const move = parseMove(rules, 'a3c3');
const start = { rules, position: parsePosition(rules, 'X1O/3/3 x'), lastMove: null };
const moved = { rules, position: play(rules, start.position, move), lastMove: move };

describe('the film between two pictures', () => {
  test('shows a move, and the same backwards when it is taken back', () => {
    expect(filmBetween(start, moved)).toEqual({ move, backwards: false });
    expect(filmBetween(moved, start)).toEqual({ move, backwards: true });
  });

  test('is left out when no single move leads from one to the other', () => {
    expect(filmBetween(start, { ...start, position: parsePosition(rules, '3/3/3 x') })).toBeNull();
    expect(filmBetween(start, { ...moved, rules: parseRules('3x3-double-wins') })).toBeNull();
  });
});

test('cubes keep their names while they slide', () => {
  const names = [10, 11, 12, 13, 14, 15, 16, 17, 18];
  const after = slideCubes(rules, names, { move, backwards: false });
  expect(after).toEqual([11, 12, 10, 13, 14, 15, 16, 17, 18]);
  expect(slideCubes(rules, after, { move, backwards: true })).toEqual(names);
});
