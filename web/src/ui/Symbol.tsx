// SPDX-License-Identifier: MIT
import type { Player } from '../game/position';
import './symbol.css';

/** The face of a cube. */
export function Symbol({ player }: { player: Player }) {
  const path = player === 'X' ? 'M27 27 73 73M73 27 27 73' : 'M50 23a27 27 0 1 1 0 54 27 27 0 0 1 0-54Z';
  return (
    <svg class={`symbol ${player}`} viewBox="0 0 100 100" aria-hidden="true">
      <path class="symbol-light" d={path} transform="translate(1.6 2.4)" />
      <path class="symbol-groove" d={path} />
    </svg>
  );
}
