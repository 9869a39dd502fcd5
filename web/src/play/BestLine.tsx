// SPDX-License-Identifier: MIT
import { useEffect } from 'preact/hooks';
import { api, type Line } from '../api';
import { count, positionText, type Position } from '../game/position';
import { rulesName, type Rules } from '../game/rules';
import { Icon } from '../ui/Icon';
import { ValueBadge } from '../ui/ValueBadge';
import { useAnswer } from '../ui/use_answer';
import { preview } from './session';
import './best-line.css';

/** What a line shows, in a sentence or two. */
function lineWords({ kind, ends, moves }: Line): string {
  const shown = {
    line: `It ends in ${count(moves.length, 'move')}.`,
    repetition: 'It is shown up to the first position that returns.',
    horizon: 'It stops where nobody knows how the winner goes on.',
    cut: `Its first ${count(moves.length, 'move')} are shown.`,
  }[ends];
  return kind === 'best'
    ? `Best play by both sides. ${shown}`
    : `The hardest play: each side leaves the other as few replies that hold as it can. ${shown}`;
}

/** Best play by both sides from here or, where nobody wins, the hardest; to be read and to be walked through on
 * the board. */
export function BestLine({ rules, position }: { rules: Rules; position: Position }) {
  const name = rulesName(rules);
  const text = positionText(rules, position);
  const { value: line, error } = useAnswer(`line ${name} ${text}`, (signal) => api.line(name, text, signal));
  useEffect(() => () => void (preview.value = null), [name, text]);
  if (error) return <p class="error">{error}</p>;
  if (!line) return <p class="faint">Looking for the line …</p>;
  if (line.moves.length === 0)
    return (
      <p class="faint">
        {line.ends === 'line'
          ? 'The game is over.'
          : 'It is known who wins here, but not how: the end is further away than a search sees.'}
      </p>
    );
  const at = preview.value?.from === text ? preview.value.at : 0;
  const show = (to: number) => (preview.value = to === 0 ? null : { from: text, moves: line.moves, at: to });
  const players = position.toMove === 'X' ? 'XO' : 'OX';
  return (
    <div class="best-line">
      <p class="faint">{lineWords(line)}</p>
      <div class="best-line-steps" role="group" aria-label="Walk through the line">
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
      <ol class="best-line-moves" aria-label={line.kind === 'best' ? 'Best line' : 'Hardest line'}>
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
              {move.replies !== undefined && (
                <span class="best-line-replies" title="replies that hold, of all replies">
                  {move.replies_that_hold} of {move.replies}
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
