// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import type { Outcome, PositionValue } from '../api';
import { moveName, parsePosition, positionText } from '../game/position';
import { newGame, withMoveText, type Game } from '../game/record';
import { parseRules } from '../game/rules';
import { headline, remark, stepTarget, turnWords, viewOf, type Situation } from './view';

const rules = parseRules('3x3');
const gameOf = (moves: string, start?: string): Game =>
  moves
    .split(' ')
    .filter((move) => move !== '')
    .reduce(withMoveText, newGame(rules, start === undefined ? undefined : parsePosition(rules, start)));

const humans = { X: 'human', O: 'human' };
const computers = { X: 'perfect', O: 'level-1' };
const mixed = { X: 'human', O: 'perfect' };
const titles = { X: 'Human', O: 'Perfect' };

const situation = (part: Partial<Situation> = {}): Situation => {
  const game = part.game ?? gameOf('');
  const at = game.moves.length;
  return {
    game,
    at,
    players: humans,
    table: 'ready',
    mode: 'explore',
    preview: null,
    running: false,
    failure: '',
    silent: false,
    moving: false,
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
  proof: 'table',
  horizon_moves: null,
  moves_that_hold: moves.filter((one) => one === outcome).length,
  best_trap: null,
  moves: moves.map((outcome, index) => ({
    move: `move ${index}`,
    position: '',
    outcome,
    distance_moves: null,
    proof: 'table',
    horizon_moves: null,
    replies: 1,
    replies_that_hold: 0,
    same_as: `move ${index}`,
  })),
});

describe('the board', () => {
  test('shows the game where it stands', () => {
    const { position, lastMove, shown, mayMove, result } = view({ game: gameOf('a3c3 a1c1'), at: 1 });
    expect(positionText(rules, position)).toBe('2X/3/3 o');
    expect(moveName(rules, lastMove!)).toBe('a3c3');
    expect(shown).toEqual({ position, lastMove });
    expect([mayMove, result]).toEqual([true, null]);
    expect(view({ game: gameOf('a3c3 a1c1'), at: 0 }).lastMove).toBeNull();
  });

  test('shows a best line instead, on which nobody moves', () => {
    const moves = [
      { move: 'a3c3', position: '2X/3/3 o' },
      { move: 'a1c1', position: '2X/3/2O x' },
    ];
    const now = view({ preview: { from: '3/3/3 x', moves, at: 2 } });
    expect(positionText(rules, now.shown.position)).toBe('2X/3/2O x');
    expect(moveName(rules, now.shown.lastMove!)).toBe('a1c1');
    expect(positionText(rules, now.position)).toBe('3/3/3 x');
    expect(now.mayMove).toBe(false);
    expect(remark(now, undefined, titles)).toBe('The board shows the line.');
  });

  test('rests when the game is over', () => {
    const now = view({ game: won });
    expect([now.result, now.mayMove]).toEqual([{ winner: 'X' }, false]);
  });

  test('tells the result when the last cube has landed, and nobody moves before', () => {
    const now = view({ game: won, moving: true, players: computers, running: true });
    expect([now.result, now.mayMove, now.isComputersTurn]).toEqual([null, false, false]);
    expect(headline(now, undefined)).toBe('X moves …');
    expect(turnWords(now, 'X')).toBe('');
  });
});

describe('the computer', () => {
  test('moves when it may and it is its turn', () => {
    const after = gameOf('a3c3');
    const now = view({ game: after, players: mixed, running: true });
    expect([now.isComputersTurn, now.isThinking, now.mayMove]).toEqual([true, true, false]);
    expect(view({ players: mixed, running: true }).isComputersTurn).toBe(false);
  });

  test('waits while someone looks around, and then a human may move for it', () => {
    const now = view({ game: gameOf('a3c3'), players: mixed });
    expect([now.isComputersTurn, now.isThinking, now.mayMove]).toEqual([true, false, true]);
  });

  test.each([
    ['a finished game', { game: won }],
    ['a board that nothing is known of yet', { table: 'unknown' }],
    ['a game in which it has failed', { failure: 'no' }],
  ] as const)('leaves alone %s', (_, part) =>
    expect(view({ game: gameOf('a3c3'), players: computers, running: true, ...part }).isThinking).toBe(false),
  );

  test.each(['ready', 'missing', 'solving'] as const)('plays when the table is %s', (table) =>
    expect(view({ game: gameOf('a3c3'), players: mixed, running: true, table }).isThinking).toBe(true),
  );

  test('waits while a line is shown', () => {
    const moves = [{ move: 'a1c1', position: '2X/3/2O x' }];
    const preview = { from: '2X/3/3 o', moves, at: 1 };
    expect(view({ game: gameOf('a3c3'), players: mixed, running: true, preview }).isThinking).toBe(false);
  });
});

describe('the third repetition', () => {
  test('is counted', () =>
    expect([2, 6, 9, 10].map((moves) => view({ game: goingRound(moves) }).repetitions)).toEqual([
      1, 2, 2, 3,
    ]));

  test('ends the game in Play', () => {
    const now = view({ game: goingRound(10), mode: 'play' });
    expect([now.result, now.mayMove]).toEqual([{ winner: null }, false]);
    expect(headline(now, undefined)).toBe('Drawn');
    expect(remark(now, undefined, titles)).toBe('The position came up for the third time, after 10 moves.');
    expect(view({ game: goingRound(9), mode: 'play' }).result).toBeNull();
  });

  test('is told in Explore, where one may go on', () => {
    const now = view({ game: goingRound(10) });
    expect([now.result, now.mayMove]).toEqual([null, true]);
    expect(remark(now, undefined, titles)).toContain('has come up 3 times');
  });

  test('stops two computers', () => {
    const thinks = (moves: number, players: Situation['players']) =>
      view({ game: goingRound(moves), players, running: true }).isThinking;
    expect(thinks(9, computers)).toBe(true);
    expect(thinks(10, computers)).toBe(false);
    expect(thinks(10, { X: 'perfect', O: 'human' })).toBe(true);
  });
});

describe('what may be shown', () => {
  const shown = (part: Partial<Situation>) => {
    const { showsValues, showsGraph, showsReview } = view(part);
    return [showsValues, showsGraph, showsReview];
  };
  const game = gameOf('a3c3');

  test('in Explore: everything', () => {
    expect(shown({ game })).toEqual([true, true, true]);
    expect(shown({})).toEqual([true, false, false]);
  });

  test('in Play: nothing before the end, the course of the game after it', () => {
    expect(shown({ game, mode: 'play' })).toEqual([false, false, false]);
    expect(shown({ game: won, mode: 'play' })).toEqual([false, true, true]);
    expect(shown({ game: won, at: 0, mode: 'play' })).toEqual([false, true, true]);
    expect(shown({ game: goingRound(10), at: 3, mode: 'play' })).toEqual([false, true, true]);
  });

  test('a hint: in Play, to who may move', () => {
    const mayHint = (part: Partial<Situation>) => view({ mode: 'play', ...part }).mayHint;
    expect(mayHint({})).toBe(true);
    expect(mayHint({ mode: 'explore' })).toBe(false);
    expect(mayHint({ game: won })).toBe(false);
    expect(mayHint({ game, players: mixed, running: true })).toBe(false);
  });
});

describe('in words', () => {
  const best = answer('win', 7, ['win', 'draw', 'loss']);

  test('with a value', () => {
    expect(headline(view(), best)).toBe('X wins in 7 moves');
    expect(remark(view(), best, titles)).toBe('X to move.');
    expect(remark(view(), answer('loss', 4, ['loss', 'loss']), titles)).toBe('X to move: all 2 moves lose.');
  });

  test('with values hidden', () => {
    const now = view({ game: gameOf('a3c3'), mode: 'play' });
    expect(headline(now, best)).toBe('O to move');
    expect(remark(now, best, titles)).toBe('Move 2.');
  });

  test('to the only human', () => {
    const now = view({ mode: 'play', players: mixed });
    expect(headline(now, undefined)).toBe('Your move');
    expect(remark(now, undefined, titles)).toBe('You play X against Perfect.');
  });

  test('before the answer has come', () => {
    expect(headline(view(), undefined)).toBe('X to move');
    expect(remark(view(), undefined, titles)).toBe('Move 1.');
  });

  test('at the end', () => {
    expect(headline(view({ game: won }), best)).toBe('X has won');
    expect(remark(view({ game: won }), best, titles)).toBe('After 1 move.');
    expect(remark(view({ game: won, players: mixed }), best, titles)).toBe('You beat Perfect in 1 move.');
    const lost = { X: 'perfect', O: 'human' };
    expect(remark(view({ game: won, players: lost }), best, { X: 'Perfect', O: 'Human' })).toBe(
      'Perfect beat you in 1 move.',
    );
  });

  test('beside the players', () => {
    const words = (part: Partial<Situation>) =>
      (['X', 'O'] as const).map((player) => turnWords(view(part), player));
    expect(words({})).toEqual(['to move', '']);
    expect(words({ game: gameOf('a3c3') })).toEqual(['', 'to move']);
    expect(words({ game: gameOf('a3c3'), players: mixed, running: true })).toEqual(['', 'is thinking …']);
    expect(words({ game: won })).toEqual(['has won', '']);
    const thinking = { game: gameOf('a3c3'), players: mixed, running: true };
    expect(words({ ...thinking, silent: true })).toEqual(['', 'waits for the server']);
    expect(words({ ...thinking, failure: 'no' })).toEqual(['', 'could not move']);
  });
});

describe('taking back and going on', () => {
  const game = gameOf('a3c3 a1c1 b3a3 b1a1');
  const steps = (players: Situation['players'], direction: 1 | -1) =>
    [0, 1, 2, 3, 4].map((at) => stepTarget(situation({ game, at, players }), direction));

  test('goes move by move when both are humans, or neither is', () => {
    for (const players of [humans, computers]) {
      expect(steps(players, -1)).toEqual([0, 0, 1, 2, 3]);
      expect(steps(players, 1)).toEqual([1, 2, 3, 4, 4]);
    }
  });

  test('goes to where the human is to move', () => {
    expect(steps(mixed, -1)).toEqual([0, 0, 0, 2, 2]);
    expect(steps(mixed, 1)).toEqual([2, 2, 4, 4, 4]);
  });

  test('stops at the ends, also where a computer is to move', () => {
    const players = { X: 'perfect', O: 'human' };
    expect(steps(players, -1)).toEqual([0, 0, 1, 1, 3]);
    expect(steps(players, 1)).toEqual([1, 3, 3, 4, 4]);
  });
});
