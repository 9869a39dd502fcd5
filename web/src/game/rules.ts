// SPDX-License-Identifier: MIT
//
// The rules of a game and their name: ROWSxCOLS, then -lineK when K is not the shorter side, then -double-wins
// when completing lines of both symbols in one move wins instead of loses.

/** Input that cannot be used; the message says in one line what is wrong and what was expected. */
export class InputError extends Error {}

export interface Rules {
  readonly rows: number;
  readonly cols: number;
  readonly line: number;
  readonly doubleWins: boolean;
}

const mostCells = 30;

export function makeRules(
  rows: number,
  cols: number,
  line = Math.min(rows, cols),
  doubleWins = false,
): Rules {
  if (!(rows >= 2 && cols >= 2 && rows * cols <= mostCells))
    throw new InputError(
      `A ${rows}×${cols} board is not possible: it needs at least 2 rows and 2 columns and at most ${mostCells} cells.`,
    );
  const longest = Math.max(rows, cols);
  if (!(line >= 2 && line <= longest))
    throw new InputError(
      `A line of ${line} is not possible on ${rows}×${cols}: it must be from 2 to ${longest}.`,
    );
  return { rows, cols, line, doubleWins };
}

export function parseRules(name: string): Rules {
  const match = /^([1-9]\d?)x([1-9]\d?)(?:-line([1-9]\d?))?(-double-wins)?$/.exec(name);
  if (!match)
    throw new InputError(
      `“${name}” is not the name of a board: expected one such as 5x5, 4x5-line3 or 4x4-double-wins.`,
    );
  const [, rows, cols, line, doubleWins] = match;
  return makeRules(
    Number(rows),
    Number(cols),
    line === undefined ? undefined : Number(line),
    doubleWins !== undefined,
  );
}

export function rulesName({ rows, cols, line, doubleWins }: Rules): string {
  const lineText = line === Math.min(rows, cols) ? '' : `-line${line}`;
  return `${rows}x${cols}${lineText}${doubleWins ? '-double-wins' : ''}`;
}

/** As a person says it: "5×5", "5×5, a line of 4 wins", "4×4, double lines win". */
export function rulesTitle({ rows, cols, line, doubleWins }: Rules): string {
  const parts = [`${rows}×${cols}`];
  if (line !== Math.min(rows, cols)) parts.push(`a line of ${line} wins`);
  if (doubleWins) parts.push('double lines win');
  return parts.join(', ');
}
