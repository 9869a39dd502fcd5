// SPDX-License-Identifier: MIT
import { gameLink } from '../link';
import { newGame } from '../game/record';
import { colOf, parsePosition, rowOf } from '../game/position';
import type { Rules } from '../game/rules';
import './mini-board.css';

/** A small picture of a position that leads to it. */
export function MiniBoard({ rules, text }: { rules: Rules; text: string }) {
  const position = parsePosition(rules, text);
  const href = gameLink({ game: newGame(rules, position), at: 0, mode: 'explore' });
  return (
    <a class="mini-board" href={href} aria-label={`Open ${text}`}>
      <svg
        class="mini-board-picture"
        viewBox={`-1 -1 ${rules.cols * 10 + 2} ${rules.rows * 10 + 2}`}
        aria-hidden="true"
      >
        {position.cubes.map((cube, cell) => (
          <g key={cell} transform={`translate(${colOf(rules, cell) * 10} ${rowOf(rules, cell) * 10})`}>
            <rect class="mini-board-cube" x="0.3" y="0.3" width="9.4" height="9.4" rx="1.4" />
            {cube === 'X' && <path class="mini-board-symbol X" d="M3 3l4 4M7 3l-4 4" />}
            {cube === 'O' && <circle class="mini-board-symbol O" cx="5" cy="5" r="2.3" />}
          </g>
        ))}
      </svg>
      <code>{text}</code>
    </a>
  );
}
