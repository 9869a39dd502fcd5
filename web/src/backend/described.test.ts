// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { parseRules } from '../game/rules';
import { isDescribed } from './described';

const rules = parseRules('2x2');
const value = { outcome: 'win', distance_moves: 1, proof: 'table', horizon_moves: null };
const move = (name: string) => ({ move: name, position: 'X1/2 o', over: true, same_as: name, ...value });
const position = {
  rules: '2x2',
  position: '2/2 x',
  to_move: 'X',
  over: false,
  winner: null,
  ...value,
  moves_that_hold: 8,
  best_trap: null,
  moves: ['a1b1', 'a1a2', 'b1a1', 'b1b2', 'a2b2', 'a2a1', 'b2a2', 'b2b1'].map(move),
};

describe('a position', () => {
  test('as it should be', () => expect(isDescribed('Position', position, rules)).toBe(true));

  test.each([
    ['nothing', null],
    ['a text', 'position'],
    ['a list', [position]],
    ['without a field', { ...position, moves: undefined }],
    ['an outcome that there is not', { ...position, outcome: '<b>win</b>' }],
    ['a number that is none', { ...position, distance_moves: '1' }],
    ['a position of another board', { ...position, position: '3/3/3 x' }],
    ['a move too few', { ...position, moves: position.moves.slice(1) }],
    ['a move too many', { ...position, moves: [...position.moves, move('a1b2')] }],
    ['a move of another board', { ...position, moves: [...position.moves.slice(1), move('z9y8')] }],
    ['moves that are no list', { ...position, moves: { length: 8 } }],
  ])('%s is refused', (_, wrong) => expect(isDescribed('Position', wrong, rules)).toBe(false));
});

test('turning points are moves of the game', () => {
  const review = {
    rules: '2x2',
    start: '2/2 x',
    over: false,
    winner: null,
    accuracy_percent: { X: null, O: null },
    turning_points: [],
    moves: [],
  };
  expect(isDescribed('Review', review, rules)).toBe(true);
  expect(isDescribed('Review', { ...review, turning_points: [0] }, rules)).toBe(false);
});

test('the name of a board is one', () => {
  const refused = { error: { status: 400, message: 'no' } };
  expect(isDescribed('Error', refused)).toBe(true);
  expect(isDescribed('Error', { error: 'no' })).toBe(false);
  expect(isDescribed('RulesName', '5x5')).toBe(true);
  expect(isDescribed('RulesName', '9x9')).toBe(false);
  expect(isDescribed('RulesName', '<b>')).toBe(false);
});
