// SPDX-License-Identifier: MIT
import type { Outcome } from '../api';
import './glyph.css';

const paths = {
  win: 'M8 2.5 14.5 13.5H1.5Z',
  draw: 'M2 4h12v3H2Zm0 5h12v3H2Z',
  loss: 'M1.5 2.5h13L8 13.5Z',
  unclear:
    'M.5 8a2 2 0 0 1 4 0 2 2 0 0 1-4 0Zm5.5 0a2 2 0 0 1 4 0 2 2 0 0 1-4 0Zm5.5 0a2 2 0 0 1 4 0 2 2 0 0 1-4 0Z',
  trap: 'M0 3.5 4 13l2-4.5L8 13l2-4.5 2 4.5 4-9.5-3.5 3L10 3.5l-2 4-2-4-2.5 3Z',
};

/** The sign of an outcome, or of a trap: they differ in shape as well as in colour. */
export function Glyph({ outcome }: { outcome: Outcome | 'trap' | null }) {
  const sign = outcome ?? 'unclear';
  return (
    <svg class={`glyph ${sign}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[sign]} />
    </svg>
  );
}
