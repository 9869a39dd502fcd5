// SPDX-License-Identifier: MIT
import type { PositionValue, Review } from '../api';
import { moveName, other } from '../game/position';
import { rulesTitle } from '../game/rules';
import { Glyph } from '../ui/Glyph';
import { Icon } from '../ui/Icon';
import { SolveOffer } from '../ui/SolveOffer';
import type { Answer } from '../ui/use_answer';
import { hintWords, holdingShare, choiceWords, sourceWords, trapWords } from '../values';
import { ModeSwitch } from './ModeSwitch';
import { Result } from './Result';
import { failure, hint, playerTitle, playOn, view } from './session';
import type { Dialog } from './Toolbar';
import { headline, remark } from './view';
import './verdict.css';

interface Props {
  answer: Answer<PositionValue>;
  review: Answer<Review>;
  onDialog: (dialog: Dialog) => void;
  onReview: () => void;
}

/** How the game stands, as far as it may be told, and what can be done about it. */
export function Verdict({ answer, review, onDialog, onReview }: Props) {
  const now = view.value;
  const { game, position, lastMove, players, preview, result, isComputersTurn, isThinking } = now;
  const { toMove } = position;
  const known = answer.value;
  const titles = { X: playerTitle(players.X), O: playerTitle(players.O) };
  return (
    <section class="card verdict">
      <header class="verdict-header">
        <p class="faint">{rulesTitle(game.rules)}</p>
        <ModeSwitch />
      </header>
      <div class="verdict-words">
        <div>
          <div role="status">
            {lastMove && (
              <span class="unseen">
                {other(toMove)} played {moveName(game.rules, lastMove)}.
              </span>
            )}
            <h1>{headline(now, known)}</h1>
          </div>
          <p class="faint">{remark(now, known, titles)}</p>
        </div>
        {now.showsValues && known && !result && <Glyph outcome={known.outcome} />}
      </div>
      {failure.value && (
        <p class="error" role="alert">
          {titles[toMove]} could not move: {failure.value}
        </p>
      )}
      {isComputersTurn && !isThinking && !preview && now.table !== 'unknown' && (
        <p>
          <button type="button" class="primary" onClick={playOn}>
            <Icon name="play" /> {failure.value ? 'Retry' : `Let ${titles[toMove]} move`}
          </button>
        </p>
      )}
      {hint.value && !now.showsValues && !result && <Hint answer={answer} />}
      {now.showsValues && known && !result && !preview && <Figures known={known} />}
      {now.showsValues && <SolveOffer rules={game.rules} compact />}
      {result && <Result review={review} onDialog={onDialog} onReview={onReview} />}
    </section>
  );
}

function Hint({ answer }: { answer: Answer<PositionValue> }) {
  return (
    <p class="verdict-hint" role="status">
      {answer.error ? (
        <span class="error">{answer.error}</span>
      ) : answer.value ? (
        <>
          <strong>Hint:</strong> <code>{answer.value.moves[0]!.move}</code> {hintWords(answer.value)}.
        </>
      ) : (
        'Looking for a good move …'
      )}
    </p>
  );
}

/** How much of what one can do holds, the best trap one can set, and where that comes from. */
function Figures({ known }: { known: PositionValue }) {
  const trap = known.best_trap;
  return (
    <div class="verdict-figures">
      {known.outcome !== 'loss' && (
        <p class="verdict-figure">
          <span class={`verdict-bar ${known.outcome ?? ''}`} style={{ '--share': holdingShare(known) }} />
          {choiceWords(known)}
        </p>
      )}
      {trap && (
        <p class="verdict-figure">
          <span class="verdict-bar trap" style={{ '--share': 1 - trap.replies_that_hold / trap.replies }} />
          <span>
            best trap: <code>{trap.move}</code> {trapWords(trap)}
          </span>
        </p>
      )}
      <p class="faint verdict-source">{sourceWords(known)}</p>
    </div>
  );
}
