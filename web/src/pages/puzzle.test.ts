// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import type { Outcome, PositionValue, Puzzle, RatedMove } from '../api';
import {
  counted,
  isKind,
  isSolvedBy,
  isStreak,
  judge,
  noStreak,
  otherWords,
  slowerWords,
  solvedWords,
  taskWords,
  wrongWords,
} from './puzzle';

const rated = (
  move: string,
  outcome: Outcome | null,
  distance_moves: number | null = null,
  holding = 0,
  replies = 20,
): RatedMove => ({
  move,
  outcome,
  distance_moves,
  replies,
  replies_that_hold: holding,
  position: '3/3/3 o',
  proof: 'table',
  horizon_moves: null,
  same_as: move,
});
const valued = (moves: RatedMove[]): PositionValue => ({
  rules: '3x3',
  position: '3/3/3 x',
  to_move: 'X',
  over: false,
  winner: null,
  outcome: moves[0]!.outcome,
  distance_moves: moves[0]!.distance_moves,
  proof: 'table',
  horizon_moves: null,
  moves_that_hold: 1,
  best_trap: null,
  moves,
});
const puzzle = (kind: Puzzle['kind'], right: string[], moves: RatedMove[]): Puzzle => ({
  rules: '3x3',
  kind,
  seed: 1,
  position: valued(moves),
  right,
});

const win = puzzle(
  'near',
  ['a3c3', 'a1c1'],
  [rated('a3c3', 'win', 3), rated('a1c1', 'win', 3), rated('b3b1', 'draw')],
);
const only = puzzle('only', ['a3c3'], [rated('a3c3', 'draw', null, 5), rated('b3b1', 'loss', 4, 2)]);
const trap = puzzle('trap', ['a3c3'], [rated('a3c3', null, null, 1, 32), rated('b3b1', null, null, 30, 31)]);

test('the first move is right when the server says so, whichever of the same ones it is', () => {
  expect(judge(win, 0, win.position, 'a3c3')).toBe('right');
  expect(judge(win, 0, win.position, 'a1c1')).toBe('right');
  expect(judge(win, 0, win.position, 'b3b1')).toBe('wrong');
  expect(judge(trap, 0, trap.position, 'b3b1')).toBe('wrong');
});

test('later moves must win, and as quickly as can be', () => {
  const later = valued([rated('a1a3', 'win', 1), rated('b1b3', 'win', 5), rated('c1c3', 'draw')]);
  expect(judge(win, 2, later, 'a1a3')).toBe('right');
  expect(judge(win, 2, later, 'b1b3')).toBe('slower');
  expect(judge(win, 2, later, 'c1c3')).toBe('wrong');
});

test('where no distance is known, any win goes on', () => {
  const later = valued([rated('a1a3', 'win'), rated('b1b3', 'win')]);
  expect(judge(win, 2, later, 'b1b3')).toBe('right');
});

test('a win goes on to its end or to the fifth move, the others are one move', () => {
  expect(isSolvedBy('near', 0, false)).toBe(false);
  expect(isSolvedBy('near', 2, true)).toBe(true);
  expect(isSolvedBy('far', 6, false)).toBe(false);
  expect(isSolvedBy('far', 8, false)).toBe(true);
  expect(isSolvedBy('only', 0, false)).toBe(true);
  expect(isSolvedBy('trap', 0, false)).toBe(true);
});

test('the task in words', () => {
  expect(taskWords('near', 0, win.position)).toBe('It wins in 3 moves.');
  expect(taskWords('near', 2, valued([rated('a1a3', 'win', 1)]))).toBe('Right. Go on: X wins at once.');
  expect(taskWords('far', 2, valued([rated('a1a3', 'win')]))).toBe('Right. Go on.');
  expect(taskWords('only', 0, only.position)).toBe('All others lose.');
  expect(taskWords('trap', 0, trap.position)).toContain('the fewest replies hold');
});

test('what is wrong in words, with the reply that shows it', () => {
  expect(wrongWords(win, 'X', win.position.moves[2]!, null)).toBe('b3b1 only draws.');
  expect(wrongWords(win, 'X', win.position.moves[2]!, 'c1c3')).toBe('b3b1 only draws: O answers c1c3.');
  expect(wrongWords(only, 'X', only.position.moves[1]!, 'c1c3')).toBe('b3b1 loses in 4: O answers c1c3.');
  expect(wrongWords(win, 'O', rated('b3b1', null), 'c1c3')).toBe('b3b1 forces nothing: X answers c1c3.');
  expect(wrongWords(win, 'X', rated('b3b1', 'loss', 1, 0, 0), null)).toBe('b3b1 makes a line for O.');
  expect(wrongWords(trap, 'X', trap.position.moves[1]!, 'c1c3')).toBe(
    'b3b1 leaves 30 of 31 replies, such as c1c3; another move leaves fewer.',
  );
  expect(slowerWords(rated('b1b3', 'win', 5))).toBe('b1b3 wins too, in 5, but there is a quicker move.');
});

test('what is right in words', () => {
  expect(solvedWords('near', 'X', true, rated('a1a3', 'win', 1))).toBe('Solved: a1a3 wins.');
  expect(solvedWords('far', 'X', false, rated('a1a3', 'win', 14))).toContain('X wins in 13 moves');
  expect(solvedWords('only', 'X', false, only.position.moves[0]!)).toContain('the only move that holds');
  expect(solvedWords('trap', 'X', false, trap.position.moves[0]!)).toContain('leaves 1 of 32 replies');
  expect(otherWords(trap, 'X', trap.position.moves[0]!, 'c1c3')).toBe('a3c3 is right; O’s best is c1c3.');
});

test('a streak grows by puzzles solved at once, ends with a wrong one, and counts each once', () => {
  const one = counted(noStreak, 'a', true);
  const two = counted(one, 'b', true);
  expect(two).toEqual({ now: 2, best: 2, last: 'b' });
  expect(counted(two, 'b', true)).toBe(two);
  const lost = counted(two, 'c', false);
  expect(lost).toEqual({ now: 0, best: 2, last: 'c' });
  expect(counted(lost, 'c', true)).toBe(lost);
  expect(counted(lost, 'd', true)).toEqual({ now: 1, best: 2, last: 'd' });
});

test('what was stored is looked at before it is used', () => {
  expect(isStreak(noStreak)).toBe(true);
  for (const wrong of [null, 3, {}, { now: 1, best: 'x', last: '' }]) expect(isStreak(wrong)).toBe(false);
  expect(isKind('trap')).toBe(true);
  expect(isKind('toString')).toBe(false);
});
