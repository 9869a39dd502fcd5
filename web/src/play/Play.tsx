// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api';
import { Board } from '../board/Board';
import { BoardLayout } from '../board/BoardLayout';
import { parseMove, positionText, type Move } from '../game/position';
import { gameText } from '../game/record';
import { rulesName } from '../game/rules';
import { WrongLink } from '../ui/Notice';
import { useAnswer } from '../ui/use_answer';
import { BestLine } from './BestLine';
import { Editor } from './Editor';
import { GameText } from './GameText';
import { Graph } from './Graph';
import { Moves } from './Moves';
import { NewGame } from './NewGame';
import { PlayerBar } from './PlayerBar';
import { Record } from './Record';
import { Retry } from './Retry';
import { mistakesOf } from './retry';
import { hint, jump, linkError, makeMove, players, view } from './session';
import { Toolbar, type Dialog } from './Toolbar';
import { useShortcuts } from './use_shortcuts';
import { useValues } from './use_values';
import { Verdict } from './Verdict';
import '../ui/tabs.css';
import './play.css';

const tabs = { moves: 'Moves', line: 'Best line', game: 'Game and review' };

export function Play() {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [tab, setTab] = useState<keyof typeof tabs>('moves');
  const [shownMove, setShownMove] = useState<Move | null>(null);
  const { game, at, position, shown, preview, mayMove, ...now } = view.value;
  const { rules } = game;
  const explores = now.mode === 'explore';
  const showsHint = hint.value && now.mayHint;
  const name = rulesName(rules);
  const text = positionText(rules, position);
  const question = `position ${name} ${text}`;
  const answer = useAnswer(now.showsValues || showsHint ? question : null, (signal) =>
    api.position(name, text, signal),
  );
  const values = useValues(game, now.showsGraph);
  const record = gameText(game);
  const wantsReview = now.showsReview && (!explores || tab === 'game' || now.result !== null);
  const review = useAnswer(wantsReview ? `review ${record}` : null, (signal) => api.review(record, signal));
  useEffect(() => setShownMove(null), [question]);
  useShortcuts(() => setDialog('new'), dialog !== null);

  const close = () => setDialog(null);
  if (linkError.value) return <WrongLink message={linkError.value} />;
  if (dialog === 'editor') return <Editor onClose={close} />;
  if (dialog === 'retry' && review.value) {
    const mistakes = mistakesOf(review.value, players.value);
    return <Retry game={game} review={review.value} mistakes={mistakes} onClose={close} />;
  }

  const openReview = () => {
    setTab('game');
    // In Explore it is on a tab that is not there before the next frame.
    requestAnimationFrame(() => document.getElementById('panel')?.focus());
  };
  const hinted = showsHint ? answer.value?.moves[0] : undefined;
  const onMove = mayMove ? makeMove : undefined;
  const gameRecord = <Record game={game} at={at} review={now.showsReview ? review : null} onJump={jump} />;
  const side = (
    <>
      <Verdict answer={answer} review={review} onDialog={setDialog} onReview={openReview} />
      {now.showsGraph && (
        <section class="card" aria-label="The value of the game over time">
          <Graph
            game={game}
            at={at}
            values={values}
            turningPoints={review.value?.turning_points ?? []}
            onJump={jump}
          />
        </section>
      )}
      {explores ? (
        <section class="card play-panel">
          <div class="tabs" role="tablist">
            {Object.entries(tabs).map(([key, title]) => (
              <button
                key={key}
                type="button"
                class="tabs-tab"
                role="tab"
                id={`tab-${key}`}
                aria-selected={tab === key}
                aria-controls="panel"
                onClick={() => setTab(key as keyof typeof tabs)}
              >
                {title}
              </button>
            ))}
          </div>
          <div class="play-scroll" role="tabpanel" id="panel" tabIndex={-1} aria-labelledby={`tab-${tab}`}>
            {tab === 'moves' && <Moves rules={rules} answer={answer} onShow={setShownMove} onMove={onMove} />}
            {tab === 'line' && <BestLine rules={rules} position={position} />}
            {tab === 'game' && gameRecord}
          </div>
        </section>
      ) : (
        <section class="card play-panel short">
          <h2 class="play-title" id="game-title">
            {now.showsReview ? 'Review' : game.moves.length > 0 ? 'Game' : 'How to move'}
          </h2>
          <div class="play-scroll" id="panel" tabIndex={-1} role="region" aria-labelledby="game-title">
            {game.moves.length > 0 ? (
              gameRecord
            ) : (
              <p class="faint">
                Press a cube on the border, a blank one or one of yours, then an arrow where it goes in. A
                line of {rules.line} wins.
              </p>
            )}
          </div>
        </section>
      )}
    </>
  );
  return (
    <>
      <BoardLayout rules={rules} side={side}>
        <PlayerBar player="O" />
        <Board
          rules={rules}
          position={shown.position}
          lastMove={shown.lastMove}
          values={now.showsValues && !preview ? answer.value?.moves : undefined}
          shownMove={hinted ? parseMove(rules, hinted.move) : shownMove}
          onMove={onMove}
          whyNot={preview ? 'The board shows a line: go back to the game first.' : undefined}
        />
        <PlayerBar player="X" />
        <Toolbar onDialog={setDialog} />
      </BoardLayout>
      {dialog === 'new' && <NewGame onClose={close} />}
      {dialog === 'text' && <GameText onClose={close} />}
    </>
  );
}
