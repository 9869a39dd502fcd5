// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import {
  emptyBoard,
  finishedLines,
  legalMoves,
  moveName,
  parseMove,
  parsePosition,
  play,
  positionText,
  segment,
  sideOf,
  whyUnreachable,
  winner,
  type Position,
} from './position';
import { gameText, newGame, parseGame, withMoveText } from './record';
import { InputError, parseRules, rulesName, rulesTitle, type Rules } from './rules';

const rules = (name: string) => parseRules(name);

describe('rules', () => {
  test.each([
    '3x3',
    '4x5',
    '4x5-line3',
    '5x5-line4',
    '4x4-double-wins',
    '4x5-line3-double-wins',
    '2x15',
    '5x6',
  ])('%s keeps its name', (name) => expect(rulesName(rules(name))).toBe(name));

  test('a line as long as the shorter side has no name of its own', () => {
    expect(rulesName(rules('4x5-line4'))).toBe('4x5');
    expect(rulesTitle(rules('5x5-line4-double-wins'))).toBe('5×5, a line of 4 wins, double lines win');
  });

  test.each([
    ['chess', 'is not the name of a board'],
    ['5x5-line', 'is not the name of a board'],
    ['05x5', 'is not the name of a board'],
    ['6x6', 'at most 30 cells'],
    ['1x9', 'at least 2 rows'],
    ['4x4-line5', 'from 2 to 4'],
  ])('%s is refused', (name, message) => expect(() => rules(name)).toThrow(message));
});

describe('positions', () => {
  test('are read and written', () => {
    const text = 'XX2O/5/2O2/5/O3X o';
    const position = parsePosition(rules('5x5'), text);
    expect(position.cubes.slice(0, 5)).toEqual(['X', 'X', '', '', 'O']);
    expect(position.toMove).toBe('O');
    expect(positionText(rules('5x5'), position)).toBe(text);
    expect(positionText(rules('3x3'), parsePosition(rules('3x3'), ' X../.1./3  x '))).toBe('X2/3/3 x');
  });

  test.each([
    ['XX3O/5/5/5/5 x', 'Row 1 has 6 cells; a 5×5 board needs 5.'],
    ['5/5/5/5 x', 'The board has 4 rows'],
    ['05/5/5/5/5 x', '“0” has no place'],
    ['5/5/5/5/4q x', '“q” has no place'],
    ['5/5/5/5/5', 'the player to move'],
    ['5/5/5/5/5 z', 'the player to move'],
    ['5/5/5/5/5 x x', 'the player to move'],
    ['', 'Row 1 has 0 cells'],
    ['99999999999/5/5/5/5 x', 'Row 1 has 99 cells'],
  ])('“%s” is refused', (text, message) => expect(() => parsePosition(rules('5x5'), text)).toThrow(message));

  test('that cannot come up are told apart', () => {
    const why = (text: string) => whyUnreachable(parsePosition(rules('3x3'), text));
    expect(why('3/3/3 x')).toBeNull();
    expect(why('X2/3/3 o')).toBeNull();
    expect(why('X1O/3/3 x')).toBeNull();
    expect(why('O2/3/3 x')).toContain('X, who begins');
    expect(why('X2/3/3 x')).toContain('O has none yet');
    expect(why('3/3/3 o')).toContain('X, who begins');
    expect(why('XX1/3/3 o')).toContain('X has 2 cubes');
  });
});

describe('moves', () => {
  /** Move sequences of each length from the empty board, as `quixo perft` counts them. */
  function paths(board: Rules, position: Position, depth: number): number {
    const moves = legalMoves(board, position);
    if (depth === 1) return moves.length;
    return moves.reduce((sum, move) => sum + paths(board, play(board, position, move), depth - 1), 0);
  }

  test.each([['5x5', [44, 1836, 76596]]] as const)(
    'there are as many sequences on %s as quixo perft counts',
    (name, counts) => {
      const board = rules(name);
      expect(counts.map((_, index) => paths(board, emptyBoard(board), index + 1))).toEqual(counts);
    },
  );

  test('slide the cubes between hole and end', () => {
    const board = rules('5x5');
    // The paper's example: O takes the rightmost blank of the second row and pushes it in from the left.
    const before = parsePosition(board, '5/XO1X1/5/5/5 o');
    const move = parseMove(board, 'e4a4');
    expect(segment(board, move)).toEqual([9, 8, 7, 6, 5]);
    expect(sideOf(board, move)).toBe('left');
    expect(positionText(board, play(board, before, move))).toBe('5/OXO1X/5/5/5 x');
    expect(sideOf(board, parseMove(board, 'c1c5'))).toBe('top');
    expect(sideOf(board, parseMove(board, 'c5c1'))).toBe('bottom');
    expect(sideOf(board, parseMove(board, 'a5e5'))).toBe('right');
    expect(moveName(board, move)).toBe('e4a4');
  });

  test('take blanks and own cubes of the border only, and none when the game is over', () => {
    const board = rules('3x3');
    const taken = (text: string) =>
      new Set(legalMoves(board, parsePosition(board, text)).map((move) => moveName(board, move).slice(0, 2)));
    expect(taken('XO1/1X1/3 x')).toEqual(new Set(['a3', 'c3', 'a2', 'c2', 'a1', 'b1', 'c1']));
    expect(taken('XXX/OO1/3 o')).toEqual(new Set());
  });

  test.each([
    ['a1', 'expected two cells'],
    ['a1a9', 'has no cell a9'],
    ['z1a1', 'has no cell z1'],
  ])('%s is refused', (text, message) => expect(() => parseMove(rules('3x3'), text)).toThrow(message));
});

describe('the end', () => {
  test.each([
    ['3x3', 'XXX/O1O/3 o', 'X'],
    ['3x3', 'XXX/O1O/3 x', 'X'],
    ['3x3', 'O1X/XOX/1XO x', 'O'],
    ['3x3', 'X1O/XO1/O1X x', 'O'],
    ['3x3', 'XX1/O1O/3 o', null],
    ['3x3', 'XXX/OOO/3 o', 'O'],
    ['3x3-double-wins', 'XXX/OOO/3 o', 'X'],
    ['5x5-line4', '1XXXX/5/5/5/OOO2 o', 'X'],
    ['5x5', '1XXXX/5/5/5/OOO2 o', null],
    ['3x4', 'X3/1X2/2XO o', 'X'],
  ])('%s %s: winner %s', (name, text, owner) =>
    expect(winner(rules(name), parsePosition(rules(name), text))).toBe(owner),
  );

  test('shows every finished line', () => {
    const board = rules('3x3');
    const lines = finishedLines(board, parsePosition(board, 'XXX/XOO/X2 o'));
    expect(lines.map(({ cells }) => cells)).toEqual([
      [0, 1, 2],
      [0, 3, 6],
    ]);
  });
});

describe('games', () => {
  test('are read and written', () => {
    const text = '3x3\nX1O/3/3 x\n1. a3c3 a1c1\n2. b1b3\n';
    const game = parseGame('\n3x3 # board\n\nX1O/3/3 x\n1. a3c3 a1c1 2.b1b3');
    expect(gameText(game)).toBe(text);
    expect(game.positions.length).toBe(4);
    expect(gameText(newGame(rules('4x4')))).toBe('4x4\n');
  });

  test.each([
    ['', 'There is no game here'],
    ['# only a comment', 'There is no game here'],
    ['nonsense', 'Line 1: “nonsense” is not the name of a board'],
    ['3x3\n1. a3c3 b9b1', 'Line 2: “b9b1” is not a move'],
    ['3x3\n1. a3c3 c3a3', 'Line 2: Move 2 (c3a3): O may take only blanks and own cubes'],
    ['3x3\n\n1. a3b3', 'Line 3: Move 1 (a3b3): a cube goes in at another end'],
    ['3x3\n1. a3c3\n3/3/3 x', 'Line 3: A start position must come before the moves'],
    ['3x3\nXXX/O1O/3 o\na2a3', 'Line 3: Move 1 (a2a3): the game is already over'],
  ])('%j is refused', (text, message) => {
    expect(() => parseGame(text)).toThrow(message);
    expect(() => parseGame(text)).toThrow(InputError);
  });

  test('do not take an illegal move from outside', () =>
    expect(() => withMoveText(newGame(rules('3x3')), 'b2b3')).toThrow('Move 1 (b2b3)'));
});
