// SPDX-License-Identifier: MIT
import { useState } from 'preact/hooks';
import type { PositionValue, RatedMove } from '../api';
import { parseMove, type Move } from '../game/position';
import type { Rules } from '../game/rules';
import { shadeOf } from '../ui/shade';
import type { Answer } from '../ui/use_answer';
import { ValueBadge } from '../ui/ValueBadge';
import { categories, onlyMove, onlyMoveWords, repliesWords, valueWords, type SameMoves } from '../values';
import './moves.css';

interface Props {
  rules: Rules;
  answer: Answer<PositionValue>;
  onShow: (move: Move | null) => void;
  onMove?: ((move: Move) => void) | undefined;
}

/** Every legal move under titles, best first; those that are the same but for a symmetry in one row. */
export function Moves({ rules, answer, onShow, onMove }: Props) {
  // Which rows show their symmetric moves; the names are not those of another position.
  const [open, setOpen] = useState<{ of: PositionValue | undefined; rows: readonly string[] }>({
    of: undefined,
    rows: [],
  });
  if (answer.error) return <p class="error">{answer.error}</p>;
  if (!answer.value) return <p class="faint">Looking at every move …</p>;
  const known = answer.value;
  if (known.moves.length === 0) return <p class="faint">The game is over: there are no moves.</p>;
  const rows = open.of === known ? open.rows : [];
  const only = onlyMove(known)?.move;

  const button = (move: RatedMove, words: string) => {
    const parsed = parseMove(rules, move.move);
    return (
      <button
        type="button"
        class="moves-move"
        aria-label={`${move.move}: ${valueWords(move)}, ${words}`}
        disabled={!onMove}
        onClick={() => onMove?.(parsed)}
        onMouseEnter={() => onShow(parsed)}
        onMouseLeave={() => onShow(null)}
        onFocus={() => onShow(parsed)}
        onBlur={() => onShow(null)}
      >
        <ValueBadge value={move} />
        <code>{move.move}</code>
        <span class="moves-replies">{words}</span>
      </button>
    );
  };
  const row = ({ first, others }: SameMoves<RatedMove>) => {
    const isOpen = rows.includes(first.move);
    const shade = shadeOf(first);
    const words =
      first.move === only ? `${onlyMoveWords(known.outcome)}; ${repliesWords(first)}` : repliesWords(first);
    return (
      <li key={first.move}>
        <div class={`moves-row ${shade === 'trap' || shade === 'tricky' ? shade : ''}`}>
          {button(first, words)}
          {others.length > 0 && (
            <button
              type="button"
              class="quiet moves-more"
              aria-expanded={isOpen}
              aria-label={`${others.length} more like ${first.move}`}
              title={`The same but for a symmetry: ${others.map(({ move }) => move).join(' ')}`}
              onClick={() =>
                setOpen({
                  of: known,
                  rows: isOpen ? rows.filter((name) => name !== first.move) : [...rows, first.move],
                })
              }
            >
              +{others.length}
            </button>
          )}
        </div>
        {isOpen && (
          <ul class="moves-same" aria-label={`The same as ${first.move}`}>
            {others.map((move) => (
              <li key={move.move}>{button(move, `the same as ${first.move}`)}</li>
            ))}
          </ul>
        )}
      </li>
    );
  };
  return (
    <div class="moves">
      {categories(known.moves).map(({ kind, title, moves }) => (
        <section key={kind}>
          <h3 class={`moves-title ${kind}`}>{title}</h3>
          <ol class="moves-list" aria-label={`Moves, ${title}`}>
            {moves.map(row)}
          </ol>
        </section>
      ))}
    </div>
  );
}
