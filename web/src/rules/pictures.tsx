// SPDX-License-Identifier: MIT
//
// Three small films of the rules, on the board that is being played. The drawing is the end of the film, which is
// all that those see who want no motion.
import type { ComponentChildren } from 'preact';
import { isOnBorder } from '../game/position';
import type { Rules } from '../game/rules';
import './picture.css';

/** The side of a cell in the drawing. */
const unit = 10;

function Tray({ rules, children }: { rules: Rules; children: ComponentChildren }) {
  const [width, height] = [rules.cols * unit, rules.rows * unit];
  return (
    <svg
      class="picture"
      viewBox={`${-unit} ${-unit} ${width + 2 * unit} ${height + unit + 2}`}
      style={{ '--far': `${width}px`, '--unit': `${unit}px` }}
      aria-hidden="true"
    >
      <rect class="picture-well" x="-1" y="-1" width={width + 2} height={height + 2} rx="2" />
      {children}
    </svg>
  );
}

interface CubeProps {
  col: number;
  row: number;
  symbol?: 'X' | 'O' | undefined;
  state?: string;
}

function Cube({ col, row, symbol, state = '' }: CubeProps) {
  return (
    <g transform={`translate(${col * unit} ${row * unit})`}>
      <g class={`picture-cube ${state}`}>
        <rect x="0.4" y="0.4" width="9.2" height="9.2" rx="1.4" />
        {symbol === 'X' && <path class="picture-x" d="M3 3l4 4M7 3l-4 4" />}
        {symbol === 'O' && <circle class="picture-o" cx="5" cy="5" r="2.3" />}
      </g>
    </g>
  );
}

/** All cells but the first of the upper row, in which the film plays. */
const others = ({ rows, cols }: Rules) =>
  Array.from({ length: rows * cols - 1 }, (_, index) => index + 1).map((cell) => ({
    cell,
    col: cell % cols,
    row: Math.floor(cell / cols),
  }));

export function Take({ rules }: { rules: Rules }) {
  const last = rules.rows * rules.cols - 1;
  const symbol = (cell: number) => (cell === last ? 'X' : cell === last - rules.cols + 1 ? 'O' : undefined);
  return (
    <Tray rules={rules}>
      {others(rules).map(({ cell, col, row }) => (
        <Cube
          key={cell}
          col={col}
          row={row}
          symbol={symbol(cell)}
          state={isOnBorder(rules, cell) && symbol(cell) !== 'O' ? 'free' : 'dim'}
        />
      ))}
      <Cube col={0} row={0} symbol="X" state="taken" />
    </Tray>
  );
}

export function Push({ rules }: { rules: Rules }) {
  return (
    <Tray rules={rules}>
      {others(rules).map(({ cell, col, row }) =>
        row > 0 ? (
          <Cube key={cell} col={col} row={row} state="dim" />
        ) : (
          <Cube key={cell} col={col - 1} row={0} symbol={col === 1 ? 'O' : undefined} state="sliding" />
        ),
      )}
      <path
        class="picture-arrow"
        d={`M${rules.cols * unit + 7} 5h-4m1.5-1.8L${rules.cols * unit + 2.7} 5l1.8 1.8`}
      />
      <Cube col={rules.cols - 1} row={0} symbol="X" state="pushed" />
    </Tray>
  );
}

export function Win({ rules }: { rules: Rules }) {
  const { rows, cols, line } = rules;
  const down = line <= rows ? 1 : 0;
  const right = line <= cols ? 1 : 0;
  const isIn = (col: number, row: number) =>
    Array.from({ length: line }, (_, index) => index).some((i) => col === i * right && row === i * down);
  const cells = [{ cell: 0, col: 0, row: 0 }, ...others(rules)];
  return (
    <Tray rules={rules}>
      {cells.map(({ cell, col, row }) => (
        <Cube
          key={cell}
          col={col}
          row={row}
          {...(isIn(col, row) ? { symbol: 'X', state: 'won' } : { state: 'dim' })}
        />
      ))}
    </Tray>
  );
}
