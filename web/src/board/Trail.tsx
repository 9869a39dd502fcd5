// SPDX-License-Identifier: MIT
import { colOf, rowOf, segment, sideOf, type Move } from '../game/position';
import type { Rules } from '../game/rules';
import './trail.css';

const turn = { left: 0, top: 90, right: 180, bottom: 270 };

/** Which way the last move went: an arrow where the cube came in, and a mark between any two cubes that slid. */
export function Trail({ rules, move }: { rules: Rules; move: Move }) {
  const cells = segment(rules, move).reverse();
  const middle = (cell: number): [number, number] => [colOf(rules, cell) + 0.5, rowOf(rules, cell) + 0.5];
  const between = cells.slice(1).map((cell, index) => {
    const [x, y] = middle(cell);
    const [fromX, fromY] = middle(cells[index]!);
    return [(x + fromX) / 2, (y + fromY) / 2] as const;
  });
  const angle = turn[sideOf(rules, move)];
  const [x, y] = middle(move.inserted);
  const chevron = 'M-.045-.09.045 0-.045.09';
  return (
    <svg class="trail" viewBox={`0 0 ${rules.cols} ${rules.rows}`} aria-hidden="true">
      <path
        class="trail-entry"
        d="M-.74-.15-.56 0-.74.15Z"
        transform={`translate(${x} ${y}) rotate(${angle})`}
      />
      {between.map(([x, y], index) => (
        <g key={index} transform={`translate(${x} ${y}) rotate(${angle})`}>
          <path class="trail-shadow" d={chevron} />
          <path class="trail-mark" d={chevron} />
        </g>
      ))}
    </svg>
  );
}
