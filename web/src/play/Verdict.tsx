// SPDX-License-Identifier: MIT
import type { PositionValue } from '../api';
import { moveName, other } from '../game/position';
import { rulesTitle } from '../game/rules';
import { Glyph } from '../ui/Glyph';
import { Icon } from '../ui/Icon';
import { playerNames } from './players';
import { computerError, hints, playOn, view } from './session';
import { headline, remark } from './view';
import './verdict.css';

/** How the game stands, and the switch that hides it. */
export function Verdict({ answer }: { answer: PositionValue | undefined }) {
  const { game, position, lastMove, players, preview, winner, isComputersTurn, isThinking, showsValues } =
    view.value;
  const { toMove } = position;
  return (
    <section class="card verdict">
      <div class="verdict-words">
        <p class="verdict-rules">{rulesTitle(game.rules)}</p>
        <div role="status">
          {lastMove && (
            <span class="unseen">
              {other(toMove)} played {moveName(game.rules, lastMove)}.
            </span>
          )}
          <h1>{headline(view.value, answer)}</h1>
        </div>
        <p class="faint">
          {computerError.value ? (
            <span class="error">{computerError.value}</span>
          ) : (
            remark(view.value, answer)
          )}
        </p>
        {isComputersTurn && !isThinking && !preview && (
          <button type="button" class="primary verdict-play-on" onClick={playOn}>
            <Icon name="play" /> Let {playerNames[players[toMove]]} move
          </button>
        )}
      </div>
      {showsValues && answer && !winner && <Glyph outcome={answer.outcome} />}
      <button
        type="button"
        class="verdict-hints"
        role="switch"
        aria-checked={hints.value}
        title="Show values (H)"
        aria-keyshortcuts="H"
        onClick={() => (hints.value = !hints.value)}
      >
        <Icon name="eye" /> Values
      </button>
    </section>
  );
}
