// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import type { Judgement, Review, ReviewedMove, Value } from '../api';
import { isRight, mistakesOf } from './retry';
import { countedWords, markOf, remarksOf, summaryWords, turnedWords } from './review';

const draw: Value = { outcome: 'draw', distance_moves: null, proof: 'table', horizon_moves: null };
const move = (judgement: Judgement, part: Partial<ReviewedMove> = {}): ReviewedMove => ({
  number: 1,
  player: 'X',
  move: 'a1a3',
  position: '',
  before: draw,
  after: draw,
  best: 'a1a3',
  judgement,
  refutation: [],
  only_move: false,
  replies: 30,
  replies_that_hold: 20,
  missed_trap: null,
  ...part,
});
const trap = { move: 'e4a4', replies: 32, replies_that_hold: 1 };

describe('a move is marked', () => {
  test.each([
    ['??', move('win to loss')],
    ['?', move('draw to loss', { missed_trap: trap })],
    ['?', move('win to unclear')],
    ['?', move('unclear to loss')],
    ['?!', move('slower win')],
    ['!', move('best', { only_move: true })],
    ['◇', move('good', { missed_trap: trap })],
    [undefined, move('unclear')],
    [undefined, move('good')],
  ])('%s', (sign, one) => expect(markOf(one)?.sign).toBe(sign));

  test('in words too', () => {
    expect(remarksOf(move('best'))).toEqual([]);
    expect(remarksOf(move('best', { only_move: true }))).toEqual(['only move']);
    expect(remarksOf(move('good', { missed_trap: trap }))).toEqual([
      'missed trap: e4a4 leaves 1 of 32 replies',
    ]);
    expect(remarksOf(move('win to draw'))).toEqual(['win to draw']);
  });
});

test('what a move turned into what', () => {
  expect(turnedWords('win to loss')).toBe('a win into a loss');
  expect(turnedWords('unclear to loss')).toBe('an unclear game into a loss');
});

test('nobody gave anything away only when it is so', () => {
  const words = (...judgements: Judgement[]) => summaryWords({ moves: judgements.map((one) => move(one)) });
  expect(words('best', 'good')).toContain('nobody gave anything away');
  for (const judgement of ['slower win', 'faster loss', 'unclear'] as const)
    expect(words('best', judgement)).not.toContain('nobody gave anything away');
});

test('accuracy says of how many moves it is when some are unclear', () => {
  const moves = [move('best'), move('unclear'), move('unclear', { player: 'O' })];
  expect(countedWords(moves, 'X')).toBe(' in 1 of 2 moves');
  expect(countedWords(moves, 'O')).toBe(' in 0 of 1 move');
  expect(countedWords(moves.slice(0, 1), 'X')).toBe('');
});

test('mistakes to try again are those of humans', () => {
  const review: Review = {
    rules: '3x3',
    start: '3/3/3 x',
    moves: [move('win to loss'), move('win to draw', { player: 'O' }), move('best')],
    accuracy_percent: { X: 50, O: 0 },
    turning_points: [0, 1],
  };
  expect(mistakesOf(review, { X: 'human', O: 'level-4' })).toEqual([0]);
  expect(mistakesOf(review, { X: 'human', O: 'human' })).toEqual([0, 1]);
  expect(mistakesOf(review, { X: 'level-4', O: 'level-4' })).toEqual([]);
});

test('a move is right when it keeps the best there is', () => {
  expect(isRight({ outcome: 'win' }, { outcome: 'draw' })).toBe(false);
  expect(isRight({ outcome: 'win' }, { outcome: 'win' })).toBe(true);
  expect(isRight({ outcome: null }, { outcome: null })).toBe(true);
  expect(isRight({ outcome: null }, { outcome: 'loss' })).toBe(false);
});
