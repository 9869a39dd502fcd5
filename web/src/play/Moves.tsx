// SPDX-License-Identifier: MIT
import type { PositionValue } from '../api';
import { legalMoves, moveName, parseMove, type Move, type Position } from '../game/position';
import type { Rules } from '../game/rules';
import type { Answer } from '../ui/use_answer';
import { ValueBadge } from '../ui/ValueBadge';
import { repliesWords, valueWords } from '../values';
import './moves.css';

interface Props {
  rules: Rules;
  position: Position;
  /** Left out when values are hidden or not known. */
  answer?: Answer<PositionValue> | undefined;
  onShow: (move: Move | null) => void;
  onMove?: ((move: Move) => void) | undefined;
}

/** Every legal move, best first; by name when values are hidden. */
export function Moves({ rules, position, answer, onShow, onMove }: Props) {
  if (answer?.error) return <p class="error">{answer.error}</p>;
  if (answer && !answer.value) return <p class="faint">Asking the table…</p>;
  const names =
    answer?.value?.moves.map(({ move }) => move) ??
    legalMoves(rules, position).map((move) => moveName(rules, move));
  if (names.length === 0) return <p class="faint">The game is over: there are no moves.</p>;
  return (
    <ol class={answer ? 'moves' : 'moves plain'} aria-label="Legal moves">
      {names.map((name, index) => {
        const rated = answer?.value?.moves[index];
        const move = parseMove(rules, name);
        return (
          <li key={name}>
            <button
              type="button"
              class="moves-move"
              aria-label={rated ? `${name}: ${valueWords(rated)}, ${repliesWords(rated)}` : name}
              disabled={!onMove}
              onClick={() => onMove?.(move)}
              onMouseEnter={() => onShow(move)}
              onMouseLeave={() => onShow(null)}
              onFocus={() => onShow(move)}
              onBlur={() => onShow(null)}
            >
              {rated && <ValueBadge value={rated} />}
              <code>{name}</code>
              {rated && <span>{valueWords(rated)}</span>}
              {rated && <span class="moves-replies">{repliesWords(rated)}</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
