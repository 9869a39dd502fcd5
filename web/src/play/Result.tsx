// SPDX-License-Identifier: MIT
import type { Review } from '../api';
import type { Answer } from '../ui/use_answer';
import { swapped } from './players';
import { mistakesOf } from './retry';
import { game, players, rematch } from './session';
import type { Dialog } from './Toolbar';
import './result.css';

interface Props {
  review: Answer<Review>;
  onDialog: (dialog: Dialog) => void;
  onReview: () => void;
}

/** What to do once a game has ended. */
export function Result({ review, onDialog, onReview }: Props) {
  const now = players.value;
  const mistakes = review.value ? mistakesOf(review.value, now).length : 0;
  return (
    <div class="result" role="group" aria-label="The game has ended">
      <button type="button" class="primary" onClick={() => rematch(now)}>
        Rematch
      </button>
      {now.X !== now.O && (
        <button type="button" onClick={() => rematch(swapped(now))}>
          Swap sides
        </button>
      )}
      {game.value.moves.length > 0 && (
        <button type="button" onClick={onReview}>
          Review
        </button>
      )}
      {mistakes > 0 && (
        <button type="button" onClick={() => onDialog('retry')}>
          Retry your {mistakes === 1 ? 'mistake' : `${mistakes} mistakes`}
        </button>
      )}
      <button type="button" onClick={() => onDialog('new')}>
        New game
      </button>
    </div>
  );
}
