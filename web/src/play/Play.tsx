// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import { api, type PositionValue } from '../api';
import { Board, boardSize } from '../board/Board';
import {
  moveName,
  other,
  parseMove,
  parsePosition,
  positionText,
  type Move,
  type Player,
} from '../game/position';
import { gameText } from '../game/record';
import { rulesName, rulesTitle } from '../game/rules';
import { tableState } from '../tables';
import { copyText } from '../ui/copy';
import { Glyph, Icon, Symbol } from '../ui/Glyph';
import { MissingTable } from '../ui/MissingTable';
import { WrongLink } from '../ui/Notice';
import { useAnswer } from '../ui/use_answer';
import { choiceWords, verdict } from '../values';
import { BestLine } from './BestLine';
import { Editor } from './Editor';
import { GameText } from './GameText';
import { Graph } from './Graph';
import { Moves } from './Moves';
import { NewGame } from './NewGame';
import { PlayerChoice } from './PlayerChoice';
import { Record } from './Record';
import {
  at,
  computerError,
  computersTurn,
  game,
  hints,
  jump,
  linkError,
  makeMove,
  playerNames,
  players,
  playOn,
  position,
  preview,
  repetitions,
  rules,
  stepTarget,
  thinking,
  winnerNow,
} from './session';
import { useValues } from './use_values';

const tabs = { moves: 'Moves', line: 'Best line', game: 'Game and review' };

export function Play() {
  const [dialog, setDialog] = useState<'new' | 'text' | 'editor' | null>(null);
  const [tab, setTab] = useState<keyof typeof tabs>('moves');
  const [shownMove, setShownMove] = useState<Move | null>(null);
  const name = rulesName(rules.value);
  const text = positionText(rules.value, position.value);
  const isReady = tableState(rules.value) === 'ready';
  const isOver = winnerNow.value !== null;
  const mayShow = isReady && hints.value;
  const question = `position ${name} ${text}`;
  const answer = useAnswer(isReady ? question : null, () => api.position(name, text));
  const values = useValues(game.value, isReady && (hints.value || isOver));
  const record = gameText(game.value);
  const showsReview = isReady && game.value.moves.length > 0 && (hints.value || isOver);
  const review = useAnswer(showsReview && (tab === 'game' || isOver) ? `review ${record}` : null, () =>
    api.review(record),
  );
  useEffect(() => setShownMove(null), [question]);
  useShortcuts(() => setDialog('new'), dialog !== null);

  if (linkError.value) return <WrongLink message={linkError.value} />;
  if (dialog === 'editor') return <Editor onClose={() => setDialog(null)} />;

  const walked = preview.value && preview.value.moves[preview.value.at - 1];
  const shown = walked ? parsePosition(rules.value, walked.position) : position.value;
  const lastMove = walked ? parseMove(rules.value, walked.move) : (game.value.moves[at.value - 1] ?? null);
  const onMove = walked || thinking.value || isOver ? undefined : makeMove;

  return (
    <div class="play" style={boardSize(rules.value)}>
      <div class="table">
        <PlayerBar player="O" />
        <Board
          rules={rules.value}
          position={shown}
          lastMove={lastMove}
          values={mayShow && !walked ? answer.value?.moves : undefined}
          shownMove={shownMove}
          onMove={onMove}
        />
        <PlayerBar player="X" />
        <Transport onDialog={setDialog} />
      </div>
      <aside class="side">
        <Verdict answer={answer.value} isReady={isReady} />
        {tableState(rules.value) === 'missing' || tableState(rules.value) === 'solving' ? (
          <MissingTable rules={rules.value} />
        ) : (
          (hints.value || isOver) && (
            <section class="card" aria-label="The value of the game over time">
              <Graph
                game={game.value}
                at={at.value}
                values={values}
                turningPoints={review.value?.turning_points ?? []}
                onJump={jump}
              />
            </section>
          )
        )}
        <section class="card panel">
          <div class="tabs" role="tablist">
            {Object.entries(tabs).map(([key, title]) => (
              <button
                key={key}
                type="button"
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
          <div class="scroll" role="tabpanel" id="panel" aria-labelledby={`tab-${tab}`}>
            {tab === 'moves' && (
              <Moves
                rules={rules.value}
                position={position.value}
                answer={mayShow ? answer : undefined}
                onShow={setShownMove}
                onMove={onMove}
              />
            )}
            {tab === 'line' &&
              (mayShow ? (
                <BestLine rules={rules.value} position={position.value} />
              ) : (
                <p class="faint">{isReady ? 'Values are hidden.' : 'This board is not solved here.'}</p>
              ))}
            {tab === 'game' && (
              <Record game={game.value} at={at.value} review={showsReview ? review : null} onJump={jump} />
            )}
          </div>
        </section>
      </aside>
      {dialog === 'new' && <NewGame onClose={() => setDialog(null)} />}
      {dialog === 'text' && <GameText onClose={() => setDialog(null)} />}
    </div>
  );
}

function PlayerBar({ player }: { player: Player }) {
  const isTurn = position.value.toMove === player && !winnerNow.value;
  return (
    <div class={`player${isTurn ? ' turn' : ''}${winnerNow.value === player ? ' won' : ''}`}>
      <span class="token">
        <Symbol player={player} />
      </span>
      <PlayerChoice
        value={players.value[player]}
        label={`Who plays ${player}`}
        onChange={(choice) => (players.value = { ...players.value, [player]: choice })}
      />
      <span class="turn-words">
        {winnerNow.value === player
          ? 'has won'
          : isTurn
            ? thinking.value
              ? 'is thinking …'
              : 'to move'
            : ''}
      </span>
    </div>
  );
}

function Transport({ onDialog }: { onDialog: (dialog: 'new' | 'text' | 'editor') => void }) {
  const [copied, setCopied] = useState('');
  const last = game.value.moves.length;
  const share = async () => {
    const done = await copyText(location.href);
    setCopied(done ? 'Link copied' : 'Copy the address');
    setTimeout(() => setCopied(''), 2000);
  };
  return (
    <div class="toolbar">
      <div class="group" role="group" aria-label="Go through the game">
        <button
          type="button"
          aria-label="To the start"
          title="To the start"
          disabled={at.value === 0}
          onClick={() => jump(0)}
        >
          <Icon name="first" />
        </button>
        <button
          type="button"
          aria-label="Undo"
          title="Undo (U)"
          aria-keyshortcuts="U"
          disabled={at.value === 0}
          onClick={() => jump(stepTarget(-1))}
        >
          <Icon name="back" />
        </button>
        <button
          type="button"
          aria-label="Redo"
          title="Redo (R)"
          aria-keyshortcuts="R"
          disabled={at.value === last}
          onClick={() => jump(stepTarget(1))}
        >
          <Icon name="forward" />
        </button>
        <button
          type="button"
          aria-label="To the end"
          title="To the end"
          disabled={at.value === last}
          onClick={() => jump(last)}
        >
          <Icon name="last" />
        </button>
      </div>
      <div class="group">
        <button type="button" title="New game (N)" aria-keyshortcuts="N" onClick={() => onDialog('new')}>
          <Icon name="plus" /> New game
        </button>
        <button type="button" onClick={() => onDialog('editor')}>
          <Icon name="edit" /> Set up
        </button>
        <button type="button" onClick={() => onDialog('text')}>
          <Icon name="text" /> Text
        </button>
        <button type="button" onClick={share}>
          <Icon name="link" /> {copied || 'Link'}
        </button>
        <span class="unseen" role="status">
          {copied}
        </span>
      </div>
    </div>
  );
}

function Verdict({ answer, isReady }: { answer: PositionValue | undefined; isReady: boolean }) {
  const { toMove } = position.value;
  const lastMove = game.value.moves[at.value - 1];
  const words = winnerNow.value
    ? `${winnerNow.value} has won`
    : isReady && hints.value && answer
      ? verdict(toMove, answer)
      : `${toMove} to move`;
  return (
    <section class="card verdict">
      <div>
        <p class="rules">{rulesTitle(rules.value)}</p>
        <div role="status">
          {lastMove && (
            <span class="unseen">
              {other(toMove)} played {moveName(rules.value, lastMove)}.
            </span>
          )}
          <h1>{words}</h1>
        </div>
        <p class="faint">
          {computerError.value ? (
            <span class="error">{computerError.value}</span>
          ) : preview.value ? (
            'The board shows the best line.'
          ) : repetitions.value >= 3 ? (
            `This position has come up ${repetitions.value} times: the game goes round.`
          ) : winnerNow.value ? (
            `After ${at.value} moves.`
          ) : isReady && hints.value && answer ? (
            `${toMove} to move: ${choiceWords(answer.outcome, answer.moves)}.`
          ) : (
            `Move ${at.value + 1}.`
          )}
        </p>
        {computersTurn.value && !thinking.value && !preview.value && (
          <button type="button" class="primary" onClick={playOn}>
            <Icon name="play" /> Let {playerNames[players.value[toMove]]} move
          </button>
        )}
      </div>
      {isReady && hints.value && answer && !winnerNow.value && <Glyph outcome={answer.outcome} />}
      <button
        type="button"
        class="hints"
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

/** One key each, unless someone is typing or a dialog is open. */
function useShortcuts(onNew: () => void, off: boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { tagName } = event.target as HTMLElement;
      if (off || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName))
        return;
      if (event.key === 'u') jump(stepTarget(-1));
      else if (event.key === 'r') jump(stepTarget(1));
      else if (event.key === 'h') hints.value = !hints.value;
      else if (event.key === 'n') onNew();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [off]);
}
