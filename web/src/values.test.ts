// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import type { Outcome, RatedMove } from './api';
import { bestByCell, bytes, choiceWords, heightForX, repliesWords, valueWords, verdict } from './values';

const value = (outcome: Outcome, distance_moves: number | null = null) => ({ outcome, distance_moves });
const rated = (move: string, outcome: Outcome, replies = 9, replies_that_hold = 2): RatedMove => ({
  move,
  position: '',
  replies,
  replies_that_hold,
  ...value(outcome, 4),
});

describe('values in words', () => {
  test('of a move', () => {
    expect(valueWords(value('win', 7))).toBe('wins in 7');
    expect(valueWords(value('loss', 2))).toBe('loses in 2');
    expect(valueWords(value('loss'))).toBe('loses');
    expect(valueWords(value('draw'))).toBe('draws');
  });

  test('of a position', () => {
    expect(verdict('X', value('win', 1))).toBe('X wins in 1 move');
    expect(verdict('X', value('loss', 4))).toBe('O wins in 4 moves');
    expect(verdict('O', value('win'))).toBe('O wins');
    expect(verdict('O', value('draw'))).toBe('A draw with best play');
  });

  test('of the choice', () => {
    const moves = [value('win', 3), value('win', 5), value('draw'), value('loss', 2)];
    expect(choiceWords('win', moves)).toBe('2 of 4 moves win');
    expect(choiceWords('draw', moves.slice(2))).toBe('only one of 2 moves holds');
    expect(choiceWords('loss', moves.slice(3))).toBe('all 1 moves lose');
  });

  test('of the replies', () => {
    expect(repliesWords(rated('a1a3', 'win'))).toBe('no reply helps');
    expect(repliesWords(rated('a1a3', 'win', 0))).toBe('ends the game');
    expect(repliesWords(rated('a1a3', 'draw'))).toBe('2 of 9 replies hold');
    expect(repliesWords(rated('a1a3', 'loss'))).toBe('2 of 9 replies win');
  });

  test('sizes', () => expect([2_500, 4.2e8, 1.4e10].map(bytes)).toEqual(['2.5 kB', '420 MB', '14 GB']));
});

test('the graph is for X, and further out the nearer the end', () => {
  expect(heightForX('X', value('draw'))).toBe(0);
  expect(heightForX('X', value('win', 0))).toBe(1);
  expect(heightForX('O', value('win', 0))).toBe(-1);
  expect(heightForX('O', value('loss', 4))).toBeGreaterThan(heightForX('X', value('win', 5)));
  expect(heightForX('X', value('loss', 150))).toBeLessThan(-0.3);
});

test('a cube shows its best move', () => {
  const best = bestByCell([rated('a1a3', 'win'), rated('b10b1', 'draw'), rated('a1c1', 'loss')]);
  expect(best.get('a1')?.move).toBe('a1a3');
  expect(best.get('b10')?.move).toBe('b10b1');
  expect(best.size).toBe(2);
});
