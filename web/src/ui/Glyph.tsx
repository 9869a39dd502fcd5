// SPDX-License-Identifier: MIT
import type { Outcome } from '../api';
import './glyph.css';

const paths = {
  win: 'M8 2.5 14.5 13.5H1.5Z',
  draw: 'M2 4h12v3H2Zm0 5h12v3H2Z',
  loss: 'M1.5 2.5h13L8 13.5Z',
};

/** The sign of an outcome: outcomes differ in shape as well as colour. */
export function Glyph({ outcome }: { outcome: Outcome }) {
  return (
    <svg class={`glyph ${outcome}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[outcome]} />
    </svg>
  );
}
