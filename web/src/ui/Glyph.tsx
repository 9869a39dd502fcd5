// SPDX-License-Identifier: MIT
//
// The signs of the page, drawn so that they do not depend on fonts. Outcomes differ in shape as well as colour.
import type { Outcome, Value } from '../api';
import type { Player } from '../game/position';
import { valueWords } from '../values';

const paths = {
  win: 'M8 2.5 14.5 13.5H1.5Z',
  draw: 'M2 4h12v3H2Zm0 5h12v3H2Z',
  loss: 'M1.5 2.5h13L8 13.5Z',
};

const icons = {
  first: 'M4 3v10M12 3 6.5 8 12 13',
  back: 'M10.5 3 5 8l5.5 5',
  forward: 'M5.5 3 11 8l-5.5 5',
  last: 'M12 3v10M4 3l5.5 5L4 13',
  play: 'M5 3.2v9.6L12.5 8Z',
  link: 'M6.7 9.3 9.3 6.7M7 4.5l1.6-1.6a3.1 3.1 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.6 1.6a3.1 3.1 0 0 1-4.5-4.5L4.5 7',
  plus: 'M8 3v10M3 8h10',
  edit: 'M3 13l.7-3L10.8 3l2.2 2.2L6 12.3Z',
  text: 'M3 4h10M3 8h10M3 12h6',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8ZM8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6Z',
  theme: 'M8 2.2a5.8 5.8 0 1 0 0 11.6V2.2Z M8 2.2a5.8 5.8 0 0 1 0 11.6',
  close: 'M4 4l8 8M12 4l-8 8',
};

export function Icon({ name }: { name: keyof typeof icons }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}

export function Glyph({ outcome }: { outcome: Outcome }) {
  return (
    <svg class={`glyph ${outcome}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[outcome]} />
    </svg>
  );
}

/** An outcome with its distance: colour, shape and number. */
export function ValueBadge({ value }: { value: Value }) {
  return (
    <span class={`badge ${value.outcome}`} title={valueWords(value)}>
      <Glyph outcome={value.outcome} />
      {value.outcome !== 'draw' && value.distance_moves !== null && <span>{value.distance_moves}</span>}
    </span>
  );
}

/** The face of a cube. */
export function Symbol({ player }: { player: Player }) {
  const path = player === 'X' ? 'M27 27 73 73M73 27 27 73' : 'M50 23a27 27 0 1 1 0 54 27 27 0 0 1 0-54Z';
  return (
    <svg class={`symbol ${player}`} viewBox="0 0 100 100" aria-hidden="true">
      <path class="light" d={path} transform="translate(1.6 2.4)" />
      <path class="groove" d={path} />
    </svg>
  );
}
