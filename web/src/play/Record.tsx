// SPDX-License-Identifier: MIT
//
// The moves of the game and, when it may be shown, their review: accuracy, turning points, what was better, what
// was found.
import type { Review, ReviewedMove } from '../api';
import { moveName } from '../game/position';
import type { Game } from '../game/record';
import type { Answer } from '../ui/use_answer';
import { trapWords, valueWords } from '../values';
import { countedWords, markOf, remarksOf, summaryWords, turnedWords } from './review';
import './record.css';

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
          const reviewed = review?.value?.moves[index];
          const mark = reviewed && markOf(reviewed);
          const remarks = reviewed ? remarksOf(reviewed) : [];
          return (
            <li key={index}>
              {index % 2 === 0 && <span class="record-number">{index / 2 + 1}.</span>}
              <button
                type="button"
                class={`quiet record-move${at === index + 1 ? ' current' : ''}`}
                aria-current={at === index + 1}
                aria-label={[
                  `Move ${index + 1}`,
                  `${game.positions[index]!.toMove} ${moveName(rules, move)}`,
                  ...remarks,
                ].join(', ')}
                onClick={() => onJump(index + 1)}
              >
                <code>{moveName(rules, move)}</code>
                {mark && (
                  <span class={`record-mark ${mark.kind}`} title={remarks.join(', ')}>
                    {mark.sign}
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
  const found = moves.filter((move) => move.only_move);
  const missed = moves.filter((move) => move.missed_trap);
  const list = (title: string, those: ReviewedMove[], words: (move: ReviewedMove) => string) =>
    those.length > 0 && (
      <details>
        <summary>
          {title}: {those.length}
        </summary>
        <ol class="record-points">
          {those.map((move) => (
            <li key={move.number}>
              <button type="button" class="record-point" onClick={() => onJump(move.number - 1)}>
                <Place move={move} /> {words(move)}
              </button>
            </li>
          ))}
        </ol>
      </details>
    );
  return (
    <section class="record-review" aria-label="Review">
      <dl class="record-accuracy">
        {(['X', 'O'] as const).map((player) => (
          <div key={player}>
            <dt>Accuracy of {player}</dt>
            <dd>
              {accuracy_percent[player] === null ? '–' : `${accuracy_percent[player].toFixed(1)} %`}
              <span class="record-counted">{countedWords(moves, player)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {turning_points.length === 0 ? (
        <p class="faint">{summaryWords(review.value)}</p>
      ) : (
        <>
          <h3>Turning points</h3>
          <ol class="record-points">
            {turning_points.map((index) => {
              const move = moves[index]!;
              return (
                <li key={index}>
                  <button type="button" class="record-point turning" onClick={() => onJump(index)}>
                    <Place move={move} /> turned {turnedWords(move.judgement)}. <code>{move.best}</code>{' '}
                    {move.before.outcome === null
                      ? `does not lose within ${move.before.horizon_moves} moves`
                      : valueWords(move.before)}
                    .
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
      {list('Only moves found', found, () => 'was the only move that held.')}
      {list(
        'Traps missed',
        missed,
        ({ missed_trap }) => `missed a trap: ${missed_trap!.move} ${trapWords(missed_trap!)}.`,
      )}
    </section>
  );
}

const Place = ({ move }: { move: ReviewedMove }) => (
  <strong>
    {Math.floor((move.number - 1) / 2) + 1}. {move.player} <code>{move.move}</code>
  </strong>
);
