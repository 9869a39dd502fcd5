// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import type { Rules } from '../game/rules';
import './board-layout.css';

interface Props {
  rules: Rules;
  /** What stands beside the board, or below it on a small screen. */
  side: ComponentChildren;
  /** The board and what belongs to it. */
  children: ComponentChildren;
}

/** A page with a board, which is as large as the window allows. */
export function BoardLayout({ rules, side, children }: Props) {
  return (
    <div class="board-layout" style={{ '--rows': rules.rows, '--cols': rules.cols }}>
      <div class="board-layout-board">{children}</div>
      <aside class="board-layout-side">{side}</aside>
    </div>
  );
}
