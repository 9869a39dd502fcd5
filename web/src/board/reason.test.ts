// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { parsePosition } from '../game/position';
import { parseRules } from '../game/rules';
import { whyNotTaken } from './reason';

const rules = parseRules('3x3');
const why = (text: string, cell: number, mayMove = true) =>
  whyNotTaken(rules, parsePosition(rules, text), cell, mayMove);

test('a cube that cannot be taken has a reason', () => {
  expect(why('X1O/3/3 x', 4)).toBe('Only cubes on the border can be taken.');
  expect(why('X1O/3/3 x', 2)).toBe('That cube shows O: you may take a blank one or your own.');
  expect(why('X1O/3/3 o', 0)).toBe('That cube shows X: you may take a blank one or your own.');
});

test('nobody is sent to another cube when none can be taken', () => {
  expect(why('X1O/3/3 x', 4, false)).toBe('It is not your turn.');
  expect(why('XXX/OO1/3 o', 4, false)).toBe('The game is over.');
});
