// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api';
import { Board } from '../board/Board';
import { BoardLayout } from '../board/BoardLayout';
import { positionText, type Move } from '../game/position';
import { gameText } from '../game/record';
import { rulesName } from '../game/rules';
import { MissingTable } from '../ui/MissingTable';
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
import { jump, linkError, makeMove, view } from './session';
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
  const { game, at, position, shown, preview, winner, mayMove, ...now } = view.value;
  const { rules } = game;
  const name = rulesName(rules);
  const text = positionText(rules, position);
  const question = `position ${name} ${text}`;
  const answer = useAnswer(now.isReady ? question : null, () => api.position(name, text));
  const values = useValues(game, now.isReady && now.showsGraph);
  const record = gameText(game);
  const review = useAnswer(now.showsReview && (tab === 'game' || winner) ? `review ${record}` : null, () =>
    api.review(record),
  );
  useEffect(() => setShownMove(null), [question]);
  useShortcuts(() => setDialog('new'), dialog !== null);

  const close = () => setDialog(null);
  if (linkError.value) return <WrongLink message={linkError.value} />;
  if (dialog === 'editor') return <Editor onClose={close} />;

  const onMove = mayMove ? makeMove : undefined;
  const side = (
    <>
      <Verdict answer={answer.value} />
      {now.showsMissingTable && <MissingTable rules={rules} />}
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
        <div class="play-scroll" role="tabpanel" id="panel" aria-labelledby={`tab-${tab}`}>
          {tab === 'moves' && (
            <Moves
              rules={rules}
              position={position}
              answer={now.showsValues ? answer : undefined}
              onShow={setShownMove}
              onMove={onMove}
            />
          )}
          {tab === 'line' &&
            (now.showsValues ? (
              <BestLine rules={rules} position={position} />
            ) : (
              <p class="faint">{now.isReady ? 'Values are hidden.' : 'This board is not solved here.'}</p>
            ))}
          {tab === 'game' && (
            <Record game={game} at={at} review={now.showsReview ? review : null} onJump={jump} />
          )}
        </div>
      </section>
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
          shownMove={shownMove}
          onMove={onMove}
        />
        <PlayerBar player="X" />
        <Toolbar onDialog={setDialog} />
      </BoardLayout>
      {dialog === 'new' && <NewGame onClose={close} />}
      {dialog === 'text' && <GameText onClose={close} />}
    </>
  );
}
