// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { emptyBoard, moveName, movesFrom } from '../game/position';
import { parseRules } from '../game/rules';
import { moveAt } from './drag';

const rules = parseRules('5x5');
/** From c5, in the middle of the upper edge. */
const moves = movesFrom(rules, emptyBoard(rules), 2);
const at = (col: number, row: number) => {
  const move = moveAt(rules, moves, { col, row });
  return move && moveName(rules, move);
};

test('a cube that is let go at an end of its row or column goes in there', () => {
  expect(at(4, 0)).toBe('c5e5');
  expect(at(5, 0)).toBe('c5e5');
  expect(at(0, 0)).toBe('c5a5');
  expect(at(2, 4.4)).toBe('c5c1');
});

test('so does one that is let go near it or far beyond', () => {
  expect(at(3.4, 0.3)).toBe('c5e5');
  expect(at(9, 0.5)).toBe('c5e5');
  expect(at(2.5, 12)).toBe('c5c1');
});

test('one that is let go anywhere else goes back', () => {
  expect(at(2, 0)).toBeNull();
  expect(at(2, 2)).toBeNull();
  expect(at(3, 0)).toBeNull();
  expect(at(4, 2)).toBeNull();
  expect(at(2, -2)).toBeNull();
  expect(at(9, 1)).toBeNull();
});

test('of two ends that are near the nearer one is meant', () => {
  const small = parseRules('2x2');
  const corner = movesFrom(small, emptyBoard(small), 0);
  const name = (col: number, row: number) => {
    const move = moveAt(small, corner, { col, row });
    return move && moveName(small, move);
  };
  expect(name(0.9, 0.6)).toBe('a2b2');
  expect(name(0.6, 0.9)).toBe('a2a1');
});
