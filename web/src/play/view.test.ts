// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import type { Outcome, PositionValue } from '../api';
import { moveName, parsePosition, positionText } from '../game/position';
import { newGame, withMoveText, type Game } from '../game/record';
import { parseRules } from '../game/rules';
import { isPlayers } from './players';
import { headline, remark, stepTarget, turnWords, viewOf, type Situation } from './view';

const rules = parseRules('3x3');
const gameOf = (moves: string, start?: string): Game =>
  moves
    .split(' ')
    .filter((move) => move !== '')
    .reduce(withMoveText, newGame(rules, start === undefined ? undefined : parsePosition(rules, start)));

const persons = { X: 'person', O: 'person' };
const computers = { X: 'perfect', O: 'level-1' };
const mixed = { X: 'person', O: 'perfect' };

const situation = (part: Partial<Situation> = {}): Situation => {
  const game = part.game ?? gameOf('');
  const at = game.moves.length;
  return {
    game,
    at,
    players: persons,
    table: 'ready',
    hints: true,
    preview: null,
    running: false,
    ...part,
  };
};
const view = (part?: Partial<Situation>) => viewOf(situation(part));

const won = gameOf('c1c3', 'XX1/OO1/3 x');
/** Both put a cube in and push it to and fro: from the second move on, each position comes back after four. */
const goingRound = (moves: number): Game =>
  gameOf(Array.from({ length: moves }, (_, i) => ['a3c3', 'a1c1', 'c3a3', 'c1a1'][i % 4]).join(' '));

const answer = (outcome: Outcome, distance_moves: number | null, moves: Outcome[]): PositionValue => ({
  rules: '3x3',
  position: '',
  to_move: 'X',
  over: false,
  winner: null,
  outcome,
  distance_moves,
  moves: moves.map((outcome) => ({
    move: '',
    position: '',
    outcome,
    distance_moves: null,
    replies: 1,
    replies_that_hold: 0,
  })),
});

describe('the board', () => {
  test('shows the game where it stands', () => {
    const { position, lastMove, shown, mayMove, winner } = view({ game: gameOf('a3c3 a1c1'), at: 1 });
    expect(positionText(rules, position)).toBe('2X/3/3 o');
    expect(moveName(rules, lastMove!)).toBe('a3c3');
    expect(shown).toEqual({ position, lastMove });
    expect([mayMove, winner]).toEqual([true, null]);
    expect(view({ game: gameOf('a3c3 a1c1'), at: 0 }).lastMove).toBeNull();
  });

  test('shows a best line instead, on which nobody moves', () => {
    const moves = [
      { move: 'a3c3', position: '2X/3/3 o', outcome: 'win', distance_moves: 7 },
      { move: 'a1c1', position: '2X/3/2O x', outcome: 'loss', distance_moves: 6 },
    ] as const;
    const now = view({ preview: { from: '3/3/3 x', moves, at: 2 } });
    expect(positionText(rules, now.shown.position)).toBe('2X/3/2O x');
    expect(moveName(rules, now.shown.lastMove!)).toBe('a1c1');
    expect(positionText(rules, now.position)).toBe('3/3/3 x');
    expect(now.mayMove).toBe(false);
    expect(remark(now, undefined)).toBe('The board shows the best line.');
  });

  test('rests when the game is over', () => {
    const now = view({ game: won });
    expect([now.winner, now.mayMove]).toEqual(['X', false]);
  });
});

describe('the computer', () => {
  test('moves when it may and it is its turn', () => {
    const after = gameOf('a3c3');
    const now = view({ game: after, players: mixed, running: true });
    expect([now.isComputersTurn, now.isThinking, now.mayMove]).toEqual([true, true, false]);
    expect(view({ players: mixed, running: true }).isComputersTurn).toBe(false);
  });

  test('waits while someone looks around, and then a person may move for it', () => {
    const now = view({ game: gameOf('a3c3'), players: mixed });
    expect([now.isComputersTurn, now.isThinking, now.mayMove]).toEqual([true, false, true]);
  });

  test.each([
    ['a finished game', { game: won }],
    ['a board without a table', { table: 'missing' }],
    ['a board that is being solved', { table: 'solving' }],
    ['a board that nothing is known of yet', { table: 'unknown' }],
  ] as const)('leaves alone %s', (_, part) => {
    const now = view({ game: gameOf('a3c3'), players: computers, running: true, ...part });
    expect([now.isComputersTurn, now.isThinking]).toEqual([false, false]);
  });

  test('waits while a best line is shown', () => {
    const moves = [{ move: 'a1c1', position: '2X/3/2O x', outcome: 'loss', distance_moves: 6 }] as const;
    const preview = { from: '2X/3/3 o', moves, at: 1 };
    expect(view({ game: gameOf('a3c3'), players: mixed, running: true, preview }).isThinking).toBe(false);
  });

  test('stops at the third repetition, unless a person plays', () => {
    expect([2, 6, 9, 10].map((moves) => view({ game: goingRound(moves) }).repetitions)).toEqual([1, 2, 2, 3]);
    const thinks = (moves: number, players: Situation['players']) =>
      view({ game: goingRound(moves), players, running: true }).isThinking;
    expect(thinks(9, computers)).toBe(true);
    expect(thinks(10, computers)).toBe(false);
    expect(thinks(10, { X: 'perfect', O: 'person' })).toBe(true);
    expect(remark(view({ game: goingRound(10) }), undefined)).toContain('has come up 3 times');
  });
});

describe('what may be shown', () => {
  const shown = (part: Partial<Situation>) => {
    const { showsValues, showsGraph, showsReview, showsMissingTable } = view(part);
    return { showsValues, showsGraph, showsReview, showsMissingTable };
  };
  const nothing = { showsValues: false, showsGraph: false, showsReview: false, showsMissingTable: false };
  const game = gameOf('a3c3');

  test('with a table', () => {
    expect(shown({ game })).toEqual({ ...nothing, showsValues: true, showsGraph: true, showsReview: true });
    expect(shown({})).toEqual({ ...nothing, showsValues: true, showsGraph: true });
  });

  test('with values hidden: nothing before the end, the course of the game after it', () => {
    expect(shown({ game, hints: false })).toEqual(nothing);
    expect(shown({ game: won, hints: false })).toEqual({
      ...nothing,
      showsGraph: true,
      showsReview: true,
    });
  });

  test.each(['missing', 'solving'] as const)('when the table is %s', (table) => {
    for (const hints of [true, false])
      expect(shown({ game, table, hints })).toEqual({ ...nothing, showsMissingTable: true });
    expect(shown({ game: won, table })).toEqual({ ...nothing, showsMissingTable: true });
  });

  test('before the server has said what it has: an empty graph, no message', () =>
    expect(shown({ game, table: 'unknown' })).toEqual({ ...nothing, showsGraph: true }));
});

describe('in words', () => {
  const best = answer('win', 7, ['win', 'draw', 'loss']);

  test('with a value', () => {
    expect(headline(view(), best)).toBe('X wins in 7 moves');
    expect(remark(view(), best)).toBe('X to move: only one of 3 moves wins.');
  });

  test.each([
    ['hidden', { hints: false }],
    ['not there', { table: 'missing' }],
  ] as const)('with values %s', (_, part) => {
    const now = view({ game: gameOf('a3c3'), ...part });
    expect(headline(now, best)).toBe('O to move');
    expect(remark(now, best)).toBe('Move 2.');
  });

  test('before the answer has come', () => {
    expect(headline(view(), undefined)).toBe('X to move');
    expect(remark(view(), undefined)).toBe('Move 1.');
  });

  test('at the end', () => {
    expect(headline(view({ game: won }), best)).toBe('X has won');
    expect(remark(view({ game: won }), best)).toBe('After 1 moves.');
  });

  test('beside the players', () => {
    const words = (part: Partial<Situation>) =>
      (['X', 'O'] as const).map((player) => turnWords(view(part), player));
    expect(words({})).toEqual(['to move', '']);
    expect(words({ game: gameOf('a3c3') })).toEqual(['', 'to move']);
    expect(words({ game: gameOf('a3c3'), players: mixed, running: true })).toEqual(['', 'is thinking …']);
    expect(words({ game: won })).toEqual(['has won', '']);
  });
});

describe('taking back and going on', () => {
  const game = gameOf('a3c3 a1c1 b3a3 b1a1');
  const steps = (players: Situation['players'], direction: 1 | -1) =>
    [0, 1, 2, 3, 4].map((at) => stepTarget(situation({ game, at, players }), direction));

  test('goes move by move when both are persons, or neither is', () => {
    for (const players of [persons, computers]) {
      expect(steps(players, -1)).toEqual([0, 0, 1, 2, 3]);
      expect(steps(players, 1)).toEqual([1, 2, 3, 4, 4]);
    }
  });

  test('goes to where the person is to move', () => {
    expect(steps(mixed, -1)).toEqual([0, 0, 0, 2, 2]);
    expect(steps(mixed, 1)).toEqual([2, 2, 4, 4, 4]);
  });

  test('stops at the ends, also where a computer is to move', () => {
    const players = { X: 'perfect', O: 'person' };
    expect(steps(players, -1)).toEqual([0, 0, 1, 1, 3]);
    expect(steps(players, 1)).toEqual([1, 3, 3, 4, 4]);
  });
});

test('players that the browser has kept are believed only when they exist', () => {
  expect(isPlayers({ X: 'person', O: 'level-9' })).toBe(true);
  for (const kept of [null, 'X', { X: 'person' }, { X: 'person', O: 'level-10' }])
    expect(isPlayers(kept)).toBe(false);
});
