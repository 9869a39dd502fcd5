// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import type { Outcome, PositionValue, RatedMove, Value } from './api';
import {
  bestByCell,
  bytes,
  categories,
  choiceWords,
  drawBand,
  heightForX,
  hintWords,
  leanForX,
  merged,
  onlyMove,
  repliesWords,
  sourceWords,
  valueWords,
  verdict,
} from './values';

const value = (outcome: Outcome, distance_moves: number | null = null): Value => ({
  outcome,
  distance_moves,
  proof: 'table',
  horizon_moves: null,
});
const unclear: Value = { outcome: null, distance_moves: null, proof: 'none', horizon_moves: 12 };
const rated = (
  move: string,
  known: Outcome | Value,
  replies_that_hold = 2,
  replies = 9,
  same_as = move,
): RatedMove => ({
  move,
  position: '',
  replies,
  replies_that_hold,
  same_as,
  ...(typeof known === 'string' ? value(known, known === 'draw' ? null : 4) : known),
});
const position = (known: Value, moves: RatedMove[]): PositionValue => ({
  rules: '3x3',
  position: '',
  to_move: 'X',
  over: false,
  winner: null,
  moves,
  moves_that_hold:
    known.outcome === 'loss' ? 0 : moves.filter(({ outcome }) => outcome === known.outcome).length,
  best_trap: null,
  ...known,
});

describe('values in words', () => {
  test('of a move', () => {
    expect(valueWords(value('win', 7))).toBe('wins in 7');
    expect(valueWords(value('loss', 2))).toBe('loses in 2');
    expect(valueWords(value('loss'))).toBe('loses');
    expect(valueWords(value('draw'))).toBe('draws');
    expect(valueWords(unclear)).toBe('nothing within 12 moves');
    expect(valueWords({ ...unclear, horizon_moves: 1 })).toBe('nothing within 1 move');
  });

  test('of a position', () => {
    expect(verdict('X', value('win', 1))).toBe('X wins in 1 move');
    expect(verdict('X', value('loss', 4))).toBe('O wins in 4 moves');
    expect(verdict('O', value('win'))).toBe('O wins');
    expect(verdict('O', value('draw'))).toBe('A draw with best play');
  });

  test('never call draw what is unclear', () => {
    const words = [valueWords(unclear), verdict('X', unclear), sourceWords(unclear)];
    expect(words[1]).toBe('Nothing within 12 moves');
    for (const text of words) expect(text).not.toMatch(/draw/i);
  });

  test('of where they come from', () => {
    expect(sourceWords(value('draw'))).toContain('table');
    expect(sourceWords({ ...value('win', 3), proof: 'search' })).toContain('search');
  });

  test('of the choice', () => {
    const moves = [rated('a1a3', 'win'), rated('a1c1', 'win'), rated('b1b3', 'draw'), rated('c1a1', 'loss')];
    expect(choiceWords(position(value('win', 4), moves))).toBe('2 of 4 moves win');
    expect(choiceWords(position(value('draw'), moves.slice(2)))).toBe('only one of 2 moves holds');
    expect(choiceWords(position(value('loss', 4), moves.slice(3)))).toBe('the one move there is loses');
    expect(choiceWords(position(unclear, [rated('a1a3', unclear), rated('a1c1', unclear)]))).toBe(
      'all 2 moves hold',
    );
  });

  test('of the replies', () => {
    expect(repliesWords(rated('a1a3', 'win'))).toBe('no reply helps');
    expect(repliesWords(rated('a1a3', 'win', 0, 0))).toBe('ends the game');
    expect(repliesWords(rated('a1a3', 'draw'))).toBe('2 of 9 replies hold');
    expect(repliesWords(rated('a1a3', unclear, 1))).toBe('1 of 9 replies holds');
    expect(repliesWords(rated('a1a3', 'loss'))).toBe('2 of 9 replies win');
  });

  test('sizes', () =>
    expect([2_500, 4.2e8, 1.4e10, 2.5e12].map(bytes)).toEqual(['2.5 kB', '420 MB', '14 GB', '2.5 TB']));
});

describe('moves', () => {
  test('that are the same stand in one row', () => {
    const moves = [
      rated('a1a3', 'win', 0, 9, 'a1a3'),
      rated('c1c3', 'win', 0, 9, 'a1a3'),
      rated('b1b3', 'win', 0, 9, 'b1b3'),
    ];
    expect(merged(moves).map(({ first, others }) => [first.move, ...others.map(({ move }) => move)])).toEqual(
      [['a1a3', 'c1c3'], ['b1b3']],
    );
  });

  test('come under titles, by how hard they are to answer', () => {
    const titles = (moves: RatedMove[]) =>
      categories(moves).map(({ title, moves }) => [title.split(',')[0], moves.length]);
    expect(
      titles([
        rated('a1a3', 'win'),
        rated('a2a3', 'draw', 1, 32),
        rated('a3a1', 'draw', 8, 32),
        rated('b1b3', 'draw', 16, 32),
        rated('c1a1', 'draw', 32, 32),
        rated('c1c3', 'loss'),
        rated('c2c3', 'loss'),
      ]),
    ).toEqual([
      ['Wins', 1],
      ['Holds: traps', 2],
      ['Holds: tricky to answer', 1],
      ['Holds: safe to answer', 1],
      ['Loses', 2],
    ]);
    expect(titles([rated('a1a3', unclear, 1, 32), rated('a2a3', unclear, 32, 32)])).toEqual([
      ['Unclear: traps', 1],
      ['Unclear: safe to answer', 1],
    ]);
  });

  test('that alone keep the outcome are named, symmetric ones counted once', () => {
    const twins = [rated('a1a3', 'draw'), rated('c1c3', 'draw', 2, 9, 'a1a3')];
    const lost = rated('b1b3', 'loss');
    expect(onlyMove(position(value('draw'), [...twins, lost]))?.move).toBe('a1a3');
    expect(onlyMove(position(value('draw'), [...twins, rated('a2a3', 'draw'), lost]))).toBeNull();
    expect(onlyMove(position(value('draw'), twins))).toBeNull();
    expect(onlyMove(position(value('loss', 4), [lost, rated('b1a1', 'win')]))).toBeNull();
  });
});

test.each([
  ['wins in 4', value('win', 4), [rated('a1a3', 'win'), rated('a1c1', 'win')]],
  [
    'is the only move that wins: it wins in 4',
    value('win', 4),
    [rated('a1a3', 'win'), rated('a1c1', 'loss')],
  ],
  ['holds the draw', value('draw'), [rated('a1a3', 'draw', 9), rated('a1c1', 'draw', 9)]],
  ['sets a trap: 2 of 9 replies hold', value('draw'), [rated('a1a3', 'draw'), rated('a1c1', 'draw')]],
  ['is tricky to answer: 5 of 9 replies hold', unclear, [rated('a1a3', unclear, 5), rated('a1c1', unclear)]],
  ['is the only move that holds', value('draw'), [rated('a1a3', 'draw'), rated('a1c1', 'loss')]],
  [
    'is the only move that holds: nothing within 12 moves then',
    unclear,
    [rated('a1a3', unclear), rated('a1c1', 'loss')],
  ],
  [
    'keeps the game open: nothing within 12 moves',
    unclear,
    [rated('a1a3', unclear, 9), rated('a1c1', unclear, 9)],
  ],
  ['holds out longest: loses in 4', value('loss', 4), [rated('a1a3', 'loss'), rated('a1c1', 'loss')]],
] as const)('a hint that %s', (words, known, moves) =>
  expect(hintWords(position(known, [...moves]))).toBe(words),
);

describe('the graph', () => {
  test('is for X, and further out the nearer the end', () => {
    expect(heightForX('X', value('draw'))).toBe(0);
    expect(heightForX('X', value('win', 0))).toBe(1);
    expect(heightForX('O', value('win', 0))).toBe(-1);
    expect(heightForX('O', value('loss', 4))).toBeGreaterThan(heightForX('X', value('win', 5)));
    expect(heightForX('X', value('loss', 150))).toBeLessThan(-0.3);
  });

  test('leans within its band to the side with more moves that hold', () => {
    for (const known of [value('draw'), unclear]) {
      expect(heightForX('X', known, leanForX('X', 1, 0.5))).toBeGreaterThan(0);
      expect(heightForX('O', known, leanForX('O', 1, 0.5))).toBeLessThan(0);
      expect(heightForX('O', known, leanForX('O', 0.2, 1))).toBeGreaterThan(0);
      expect(Math.abs(heightForX('X', known, leanForX('X', 0, 1)))).toBeLessThanOrEqual(drawBand);
    }
    expect(heightForX('X', value('win', 200), -1)).toBeGreaterThan(drawBand);
  });
});

test('a cube shows its best move', () => {
  const best = bestByCell([rated('a1a3', 'win'), rated('b10b1', 'draw'), rated('a1c1', 'loss')]);
  expect(best.get('a1')?.move).toBe('a1a3');
  expect(best.get('b10')?.move).toBe('b10b1');
  expect(best.size).toBe(2);
});
