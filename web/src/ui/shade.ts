// SPDX-License-Identifier: MIT
//
// Moves that neither win nor lose are not all alike: some leave the opponent many replies that hold, some hardly
// one.
import type { Outcome } from '../api';

export type Shade = 'safe' | 'tricky' | 'trap';

export interface Shaded {
  readonly outcome: Outcome | null;
  readonly replies?: number;
  readonly replies_that_hold?: number;
}

/** The share of the opponent's replies that hold, where it tells moves apart. */
export function shareOf({ outcome, replies, replies_that_hold }: Shaded): number | null {
  const isOpen = outcome === 'draw' || outcome === null;
  return isOpen && replies && replies_that_hold !== undefined ? replies_that_hold / replies : null;
}

/** How easy the move is to answer. */
export function shadeOf(move: Shaded): Shade | null {
  const share = shareOf(move);
  if (share === null) return null;
  return share > 2 / 3 ? 'safe' : share > 1 / 4 ? 'tricky' : 'trap';
}
