// SPDX-License-Identifier: MIT
import type { RatedMove } from '../api';
import { shortcutList } from '../shortcuts';
import { ValueBadge } from '../ui/ValueBadge';
import './legend.css';

type Example = Pick<RatedMove, 'outcome' | 'distance_moves' | 'replies' | 'replies_that_hold'>;

const drawn = (replies_that_hold: number): Example => ({
  outcome: 'draw',
  distance_moves: null,
  replies: 40,
  replies_that_hold,
});

const values: readonly (readonly [Example, string])[] = [
  [{ outcome: 'win', distance_moves: 5, replies: 40, replies_that_hold: 0 }, 'wins, here in 5 moves'],
  [{ outcome: 'loss', distance_moves: 4, replies: 40, replies_that_hold: 1 }, 'loses, here in 4 moves'],
  [drawn(40), 'draws and is safe to answer: the disc is as full as the share of replies that hold'],
  [drawn(20), 'draws, but is tricky to answer'],
  [drawn(4), 'a trap: at most a quarter of the replies hold'],
  [{ ...drawn(30), outcome: null! }, 'unclear: no win or loss was found as far as the search looks'],
];

/** What the colours and signs on the board mean, and the keys. */
export function Legend() {
  return (
    <div class="legend">
      <h3>Colours and signs</h3>
      <dl class="legend-list">
        {values.map(([value, words], index) => (
          <div key={index} class="legend-row">
            <dt>
              <ValueBadge value={value as RatedMove} />
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <h3>Keys</h3>
      <dl class="legend-list">
        {shortcutList.map(([keys, action]) => (
          <div key={action} class="legend-row">
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
