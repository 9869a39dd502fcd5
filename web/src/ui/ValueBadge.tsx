// SPDX-License-Identifier: MIT
import type { Value } from '../api';
import { valueWords } from '../values';
import { Glyph } from './Glyph';
import './badge.css';

/** An outcome with its distance: colour, shape and number. */
export function ValueBadge({ value }: { value: Value }) {
  return (
    <span class={`badge ${value.outcome}`} title={valueWords(value)}>
      <Glyph outcome={value.outcome} />
      {value.outcome !== 'draw' && value.distance_moves !== null && <span>{value.distance_moves}</span>}
    </span>
  );
}
