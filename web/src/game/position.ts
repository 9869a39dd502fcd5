// SPDX-License-Identifier: MIT
//
// Cells, moves and positions, as far as the page needs them: to slide cubes, to read what people paste and to
// let two people play while the server is silent. Every value comes from the server.
//
// Cells are numbered row by row from the top left. A move takes the cube of one cell and pushes it in at
// another end of that row or column; the cells between them slide one step towards the hole.
import { InputError, type Rules } from './rules';

export type Player = 'X' | 'O';
export type Cube = Player | '';

export interface Position {
  readonly cubes: readonly Cube[];
  readonly toMove: Player;
}

export interface Move {
  readonly taken: number;
  readonly inserted: number;
}

/** Where a pushed cube comes from. */
export type Side = 'left' | 'right' | 'top' | 'bottom';

export const other = (player: Player): Player => (player === 'X' ? 'O' : 'X');
export const rowOf = (rules: Rules, cell: number): number => Math.floor(cell / rules.cols);
export const colOf = (rules: Rules, cell: number): number => cell % rules.cols;

export function emptyBoard(rules: Rules): Position {
  return { cubes: Array<Cube>(rules.rows * rules.cols).fill(''), toMove: 'X' };
}

export function cellName(rules: Rules, cell: number): string {
  return String.fromCharCode(97 + colOf(rules, cell)) + (rules.rows - rowOf(rules, cell));
}

export function moveName(rules: Rules, move: Move): string {
  return cellName(rules, move.taken) + cellName(rules, move.inserted);
}

export function parseMove(rules: Rules, text: string): Move {
  const match = /^([a-z])([1-9]\d?)([a-z])([1-9]\d?)$/.exec(text);
  if (!match) throw new InputError(`“${text}” is not a move: expected two cells such as a1a${rules.rows}.`);
  const cell = (column: string, row: string): number => {
    const col = column.charCodeAt(0) - 97;
    if (col >= rules.cols || Number(row) > rules.rows)
      throw new InputError(
        `“${text}” is not a move: a ${rules.rows}×${rules.cols} board has no cell ${column}${row}.`,
      );
    return (rules.rows - Number(row)) * rules.cols + col;
  };
  return { taken: cell(match[1]!, match[2]!), inserted: cell(match[3]!, match[4]!) };
}

export function positionText(rules: Rules, position: Position): string {
  const rows = Array.from({ length: rules.rows }, (_, row) =>
    position.cubes
      .slice(row * rules.cols, (row + 1) * rules.cols)
      .map((cube) => cube || '.')
      .join('')
      .replace(/\.+/g, (run) => String(run.length)),
  );
  return `${rows.join('/')} ${position.toMove.toLowerCase()}`;
}

export function parsePosition(rules: Rules, text: string): Position {
  const [board = '', player = '', ...rest] = text.trim().split(/\s+/);
  const strange = /[^XO.\d/]|(?<!\d)0/.exec(board);
  if (strange)
    throw new InputError(
      `“${strange[0]}” has no place on a board: use X, O, a number of blanks and / between rows.`,
    );
  const rows = board.split('/').map((row) =>
    [...row.matchAll(/\d+|./g)].flatMap(([part]): Cube[] => {
      if (part === 'X' || part === 'O') return [part];
      return Array<Cube>(part === '.' ? 1 : Math.min(Number(part), 99)).fill('');
    }),
  );
  const size = `${rules.rows}×${rules.cols}`;
  rows.forEach((row, index) => {
    if (row.length !== rules.cols)
      throw new InputError(
        `Row ${index + 1} has ${count(row.length, 'cell')}; a ${size} board needs ${rules.cols}.`,
      );
  });
  if (rows.length !== rules.rows)
    throw new InputError(`The board has ${count(rows.length, 'row')}; a ${size} board needs ${rules.rows}.`);
  if ((player !== 'x' && player !== 'o') || rest.length > 0)
    throw new InputError('After the board comes the player to move: x or o.');
  return { cubes: rows.flat(), toMove: player === 'x' ? 'X' : 'O' };
}

export function count(number: number, what: string, many = `${what}s`): string {
  return `${number} ${number === 1 ? what : many}`;
}

/** The cells that slide, from the taken one to the inserted one. */
export function segment(rules: Rules, { taken, inserted }: Move): number[] {
  const pitch = rowOf(rules, taken) === rowOf(rules, inserted) ? 1 : rules.cols;
  const step = inserted > taken ? pitch : -pitch;
  const cells = [];
  for (let cell = taken; cell !== inserted; cell += step) cells.push(cell);
  return [...cells, inserted];
}

export function sideOf(rules: Rules, { taken, inserted }: Move): Side {
  if (rowOf(rules, taken) === rowOf(rules, inserted)) return inserted < taken ? 'left' : 'right';
  return inserted < taken ? 'top' : 'bottom';
}

/** The position after the move, which must be legal. */
export function play(rules: Rules, position: Position, move: Move): Position {
  const cubes = [...position.cubes];
  const cells = segment(rules, move);
  cells.slice(1).forEach((cell, index) => (cubes[cells[index]!] = position.cubes[cell]!));
  cubes[move.inserted] = position.toMove;
  return { cubes, toMove: other(position.toMove) };
}

export function isOnBorder(rules: Rules, cell: number): boolean {
  const row = rowOf(rules, cell);
  const col = colOf(rules, cell);
  return row === 0 || col === 0 || row === rules.rows - 1 || col === rules.cols - 1;
}

/** The moves that take the cube of this cell; none when it may not be taken. */
export function movesFrom(rules: Rules, position: Position, taken: number): Move[] {
  const row = rowOf(rules, taken);
  const col = colOf(rules, taken);
  if (!isOnBorder(rules, taken) || position.cubes[taken] === other(position.toMove)) return [];
  return [row * rules.cols, (row + 1) * rules.cols - 1, col, (rules.rows - 1) * rules.cols + col]
    .filter((inserted) => inserted !== taken)
    .map((inserted) => ({ taken, inserted }));
}

export function legalMoves(rules: Rules, position: Position): Move[] {
  if (winner(rules, position)) return [];
  return position.cubes.flatMap((_, cell) => movesFrom(rules, position, cell));
}

/** Every finished line on the board with its owner. */
export function finishedLines(rules: Rules, { cubes }: Position): { owner: Player; cells: number[] }[] {
  const found: { owner: Player; cells: number[] }[] = [];
  for (const [down, right] of [
    [0, 1],
    [1, 0],
    [1, 1],
    [1, -1],
  ] as const)
    cubes.forEach((owner, start) => {
      const endRow = rowOf(rules, start) + (rules.line - 1) * down;
      const endCol = colOf(rules, start) + (rules.line - 1) * right;
      if (owner === '' || endRow >= rules.rows || endCol < 0 || endCol >= rules.cols) return;
      const cells = Array.from({ length: rules.line }, (_, i) => start + i * (down * rules.cols + right));
      if (cells.every((cell) => cubes[cell] === owner)) found.push({ owner, cells });
    });
  return found;
}

/** When both players have a line, the one who just moved made both, and the rules say what that means. */
export function winner(rules: Rules, position: Position): Player | null {
  const owners = new Set(finishedLines(rules, position).map((line) => line.owner));
  const lastMover = other(position.toMove);
  if (owners.size === 2) return rules.doubleWins ? lastMover : position.toMove;
  return [...owners][0] ?? null;
}

/** Why a position can be set up and valued but never comes up in a game that starts on the empty board. */
export function whyUnreachable({ cubes, toMove }: Position): string | null {
  const x = cubes.filter((cube) => cube === 'X').length;
  const o = cubes.filter((cube) => cube === 'O').length;
  if (toMove === 'X' && x === 0 && o > 0) return 'O has cubes, but X, who begins, has none.';
  if (toMove === 'X' && x > 0 && o === 0) return 'X has cubes and is to move, but O has none yet.';
  if (toMove === 'O' && x === 0) return 'O is to move, but X, who begins, has no cube.';
  if (toMove === 'O' && o === 0 && x > 1) return `X has ${x} cubes, but O has none yet.`;
  return null;
}
