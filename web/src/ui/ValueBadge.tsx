// SPDX-License-Identifier: MIT
import type { Value } from '../api';
import { valueWords } from '../values';
import { Glyph } from './Glyph';
import { shadeOf, shareOf, type Shaded } from './shade';
import './badge.css';

/** An outcome: colour, shape and number. A win or a loss has its distance; what is drawn or unclear has a disc as
 * full as the share of replies that hold, and a trap is marked. */
export function ValueBadge({ value }: { value: Value & Omit<Shaded, 'outcome'> }) {
  const { outcome, distance_moves } = value;
  const share = shareOf(value);
  const shade = shadeOf(value);
  return (
    <span
      class={`badge ${outcome ?? 'unclear'} ${shade ?? ''}`}
      title={
        valueWords(value) +
        (shade ? `, ${shade}: ${value.replies_that_hold} of ${value.replies} replies hold` : '')
      }
    >
      <Glyph outcome={shade === 'trap' ? 'trap' : outcome} />
      {share !== null && <Share share={share} />}
      {(outcome === 'win' || outcome === 'loss') && distance_moves !== null && <span>{distance_moves}</span>}
    </span>
  );
}

function Share({ share }: { share: number }) {
  return (
    <svg class="badge-share" viewBox="-8 -8 16 16" aria-hidden="true">
      <circle class="badge-ring" r="6.8" />
      {/* A stroke as wide as the radius makes a pie. */}
      <circle
        class="badge-pie"
        r="2.75"
        pathLength="1"
        stroke-dasharray={`${share} 1`}
        transform="rotate(-90)"
      />
    </svg>
  );
}
