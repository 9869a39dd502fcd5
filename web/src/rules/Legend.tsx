// SPDX-License-Identifier: MIT
import type { ComponentProps } from 'preact';
import type { Outcome } from '../api';
import { shortcutList } from '../shortcuts';
import { ValueBadge } from '../ui/ValueBadge';
import './legend.css';

type Example = ComponentProps<typeof ValueBadge>['value'];

const value = (
  outcome: Outcome | null,
  distance_moves: number | null,
  replies_that_hold: number,
): Example => ({
  outcome,
  distance_moves,
  proof: outcome === null ? 'none' : 'table',
  horizon_moves: outcome === null ? 12 : null,
  replies: 40,
  replies_that_hold,
});

const values: readonly (readonly [Example, string])[] = [
  [value('win', 5, 0), 'wins, here in 5 moves'],
  [value('loss', 4, 1), 'loses, here in 4 moves'],
  [value('draw', null, 40), 'draws and is safe to answer: the disc is the share of replies that hold'],
  [value('draw', null, 20), 'draws, but is tricky to answer'],
  [value('draw', null, 4), 'a trap: at most a quarter of the replies hold'],
  [value(null, null, 30), 'unclear: nobody can force the end soon, and more is not known'],
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
              <ValueBadge value={value} />
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
