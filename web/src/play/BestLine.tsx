// SPDX-License-Identifier: MIT
import { useEffect } from 'preact/hooks';
import { api } from '../api';
import { count, positionText, type Position } from '../game/position';
import { rulesName, type Rules } from '../game/rules';
import { Icon } from '../ui/Icon';
import { ValueBadge } from '../ui/ValueBadge';
import { useAnswer } from '../ui/use_answer';
import { preview } from './session';
import './best-line.css';

/** Best play by both sides from here, to be read and to be walked through on the board. */
export function BestLine({ rules, position }: { rules: Rules; position: Position }) {
  const name = rulesName(rules);
  const text = positionText(rules, position);
  const { value: line, error } = useAnswer(`line ${name} ${text}`, () => api.line(name, text));
  useEffect(() => () => void (preview.value = null), [name, text]);
  if (error) return <p class="error">{error}</p>;
  if (!line) return <p class="faint">Asking the table…</p>;
  if (line.moves.length === 0) return <p class="faint">The game is over.</p>;
  const at = preview.value?.from === text ? preview.value.at : 0;
  const show = (to: number) => (preview.value = to === 0 ? null : { from: text, moves: line.moves, at: to });
  const players = position.toMove === 'X' ? 'XO' : 'OX';
  return (
    <div class="best-line">
      <p class="faint">
        {line.ends === 'line'
          ? `Best play by both sides ends in ${count(line.moves.length, 'move')}.`
          : 'Best play by both sides goes on for ever; it is shown up to the first position that returns.'}
      </p>
      <div class="best-line-steps" role="group" aria-label="Walk through the best line">
        <button type="button" onClick={() => show(0)} disabled={at === 0} aria-label="Back to the game">
          <Icon name="first" />
        </button>
        <button
          type="button"
          onClick={() => show(at - 1)}
          disabled={at === 0}
          aria-label="One move back in the line"
        >
          <Icon name="back" />
        </button>
        <output class="best-line-place">
          {at} / {line.moves.length}
        </output>
        <button
          type="button"
          onClick={() => show(at + 1)}
          disabled={at === line.moves.length}
          aria-label="One move on in the line"
        >
          <Icon name="forward" />
        </button>
        <button
          type="button"
          onClick={() => show(line.moves.length)}
          disabled={at === line.moves.length}
          aria-label="End of the line"
        >
          <Icon name="last" />
        </button>
      </div>
      <ol class="best-line-moves" aria-label="Best line">
        {line.moves.map((move, index) => (
          <li key={index}>
            <button
              type="button"
              class={`quiet best-line-move${at === index + 1 ? ' current' : ''}`}
              aria-current={at === index + 1}
              onClick={() => show(index + 1)}
            >
              <span class="best-line-player">{players[index % 2]}</span>
              <code>{move.move}</code>
              <ValueBadge value={move} />
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
