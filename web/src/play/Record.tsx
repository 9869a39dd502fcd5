// SPDX-License-Identifier: MIT
//
// The moves of the game and, when it may be shown, their review: accuracy, turning points, what was better.
import type { Judgement, Review } from '../api';
import { moveName } from '../game/position';
import type { Game } from '../game/record';
import type { Answer } from '../ui/use_answer';
import { valueWords } from '../values';
import './record.css';

const marks: Partial<Record<Judgement, string>> = {
  'win to loss': '??',
  'win to draw': '?',
  'draw to loss': '?',
  'slower win': '?!',
  'faster loss': '?!',
};

interface Props {
  game: Game;
  at: number;
  review: Answer<Review> | null;
  onJump: (to: number) => void;
}

export function Record({ game, at, review, onJump }: Props) {
  if (game.moves.length === 0) return <p class="faint">No move has been made yet.</p>;
  const { rules } = game;
  return (
    <div class="record">
      {review && <ReviewSummary review={review} onJump={onJump} />}
      <ol class="record-moves" aria-label="Moves of the game">
        {game.moves.map((move, index) => {
          const judgement = review?.value?.moves[index]?.judgement;
          const mark = judgement && marks[judgement];
          return (
            <li key={index}>
              {index % 2 === 0 && <span class="record-number">{index / 2 + 1}.</span>}
              <button
                type="button"
                class={`quiet record-move${at === index + 1 ? ' current' : ''}`}
                aria-current={at === index + 1}
                aria-label={`Move ${index + 1}, ${game.positions[index]!.toMove} ${moveName(rules, move)}${mark ? `, ${judgement}` : ''}`}
                onClick={() => onJump(index + 1)}
              >
                <code>{moveName(rules, move)}</code>
                {mark && (
                  <span class="record-mark" title={judgement}>
                    {mark}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function ReviewSummary({ review, onJump }: { review: Answer<Review>; onJump: (to: number) => void }) {
  if (review.error) return <p class="error">{review.error}</p>;
  if (!review.value) return <p class="faint">Reviewing the game…</p>;
  const { moves, accuracy_percent, turning_points } = review.value;
  return (
    <section class="record-review" aria-label="Review">
      <dl class="record-accuracy">
        {(['X', 'O'] as const).map((player) => (
          <div key={player}>
            <dt>Accuracy of {player}</dt>
            <dd>{accuracy_percent[player] === null ? '–' : `${accuracy_percent[player].toFixed(1)} %`}</dd>
          </div>
        ))}
      </dl>
      {turning_points.length === 0 ? (
        <p class="faint">No turning points: nobody gave anything away.</p>
      ) : (
        <>
          <h3>Turning points</h3>
          <ol class="record-turning-points">
            {turning_points.map((index) => {
              const move = moves[index]!;
              return (
                <li key={index}>
                  <button type="button" class="record-turning-point" onClick={() => onJump(index)}>
                    <strong>
                      {Math.floor(index / 2) + 1}. {move.player} <code>{move.move}</code>
                    </strong>{' '}
                    turned a {move.judgement.replace(' to ', ' into a ')}. <code>{move.best}</code>{' '}
                    {valueWords(move.before)}.
                    {move.refutation.length > 0 && (
                      <span class="record-refutation">
                        {' '}
                        Punished by <code>{move.refutation.slice(0, 5).join(' ')}</code>
                        {move.refutation.length > 5 && ' …'}
                      </span>
                    )}
                  </button>
                </li>
              );
            })}
          </ol>
        </>
      )}
    </section>
  );
}
