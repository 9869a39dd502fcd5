// SPDX-License-Identifier: MIT
//
// Positions to think about, which games between players have led to. The seed is in the address, so a puzzle can
// be sent to someone; the server makes the same one of it again.
import { useEffect, useRef } from 'preact/hooks';
import { address, go } from '../address';
import { Board } from '../board/Board';
import { BoardLayout } from '../board/BoardLayout';
import { count, moveName } from '../game/position';
import { newGame } from '../game/record';
import { InputError, parseRules, rulesName, rulesTitle, type Rules } from '../game/rules';
import { gameLink, pageLink } from '../link';
import { rules as playedRules } from '../play/session';
import { Icon } from '../ui/Icon';
import { WrongLink } from '../ui/Notice';
import { SolveOffer } from '../ui/SolveOffer';
import { BoardChoice } from './BoardChoice';
import { isKind, kinds, type Kind } from './puzzle';
import { streak, usePuzzle, type Puzzling } from './use_puzzle';
import './puzzle.css';

const newSeed = () => Math.floor(Math.random() * 2 ** 31);

interface Asked {
  rules: Rules;
  kind: Kind;
  seed: number | null;
}

function asked(): Asked {
  const parameters = new URLSearchParams(address.value.parameters);
  const name = parameters.get('rules');
  const kind = parameters.get('kind') ?? 'near';
  const seed = parameters.get('seed');
  if (!isKind(kind)) throw new InputError(`There are no puzzles of the kind “${kind}”.`);
  if (seed !== null && !/^\d{1,10}$/.test(seed))
    throw new InputError(`“${seed}” is not the number of a puzzle.`);
  return {
    rules: name === null ? playedRules.value : parseRules(name),
    kind,
    seed: seed === null ? null : Number(seed),
  };
}

export function Puzzles() {
  try {
    return <Puzzle {...asked()} />;
  } catch (problem) {
    if (problem instanceof InputError) return <WrongLink message={problem.message} />;
    throw problem;
  }
}

function Puzzle({ rules, kind, seed }: Asked) {
  const name = rulesName(rules);
  const href = (changed: { rules?: string; kind?: Kind }) =>
    pageLink('puzzles', { rules: name, kind, ...changed, seed: newSeed() });
  useEffect(() => {
    if (seed === null) go(href({}), 'replace');
  }, [seed]);
  const puzzling = usePuzzle(rules, kind, seed);
  const next = () => go(href({}));

  const side = (
    <>
      {puzzling.isMissing ? (
        <section class="card puzzle" role="status">
          <h1>No puzzle found</h1>
          <p>
            {kinds[kind].rare} on {rulesTitle(rules)}, and none came up in time. Look again, or take another
            kind or board.
          </p>
          <SolveOffer rules={rules} compact />
          <footer class="actions">
            <button type="button" class="primary" onClick={next}>
              Look again
            </button>
          </footer>
        </section>
      ) : (
        <Task rules={rules} kind={kind} puzzling={puzzling} onNext={next} />
      )}
      <section class="card puzzle">
        <header class="puzzle-header">
          <h2>Puzzles</h2>
          <p class="faint">
            {streak.value.now} in a row · best {streak.value.best}
          </p>
        </header>
        <BoardChoice rules={rules} onChange={(rules) => go(href({ rules }))} />
        <div class="puzzle-kinds" role="group" aria-label="Kind of puzzle">
          {Object.entries(kinds).map(([key, { title }]) => (
            <button
              key={key}
              type="button"
              class="puzzle-kind"
              aria-pressed={key === kind}
              onClick={() => go(href({ kind: key as Kind }))}
            >
              {title}
            </button>
          ))}
        </div>
      </section>
    </>
  );
  return (
    <BoardLayout rules={rules} side={side}>
      <Board
        rules={rules}
        position={puzzling.position}
        lastMove={puzzling.lastMove}
        values={puzzling.values}
        onMove={puzzling.onMove}
        whyNot="No move is needed now."
      />
    </BoardLayout>
  );
}

/** What is pressed here shows on the board, which a phone may have scrolled away. */
const showBoard = () => document.querySelector('.board')?.scrollIntoView({ block: 'nearest' });

/** The same where the board is what to go on with: it comes under the hand of the keyboard. */
function onBoard(event: MouseEvent, act: () => void): void {
  act();
  showBoard();
  if (event.detail === 0)
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('.board-cells [tabindex="0"]')?.focus({ preventScroll: true }),
    );
}

/** What there is to find, how it goes, and what can be done about it. */
function Task(props: { rules: Rules; kind: Kind; puzzling: Puzzling; onNext: () => void }) {
  const { rules, kind, puzzling, onNext } = props;
  const { start, stage, words, canTryAgain, solution, isTold } = puzzling;
  const card = useRef<HTMLElement>(null);
  // Whoever plays by the keyboard finds the way on under the hand, also when the button just pressed has gone.
  useEffect(() => {
    const here = document.activeElement;
    const isFree = here === document.body || here?.closest('.board');
    if (isFree && (canTryAgain || stage === 'solved' || stage === 'showing'))
      card.current?.querySelector<HTMLElement>('button.primary')?.focus({ preventScroll: true });
  }, [canTryAgain, stage]);
  if (!start)
    return (
      <section class="card puzzle">
        <h1>Looking for a puzzle …</h1>
      </section>
    );
  return (
    <section class="card puzzle" ref={card}>
      <header>
        <p class="faint">{start.toMove} to move</p>
        <h1>{kinds[kind].task}</h1>
      </header>
      <p
        role="status"
        class={`puzzle-words${stage === 'wrong' ? ' error' : stage === 'solved' ? ' solved' : ''}`}
      >
        {words}
      </p>
      {solution.length > 1 && <Steps {...{ rules, puzzling }} />}
      <footer class="actions">
        <a class="puzzle-explore" href={gameLink({ game: newGame(rules, start), at: 0, mode: 'explore' })}>
          Explore
        </a>
        {isTold && stage !== 'looking' && (
          <button type="button" onClick={(event) => onBoard(event, puzzling.look)}>
            Other moves
          </button>
        )}
        {puzzling.canShow && (
          <button
            type="button"
            onClick={() => {
              puzzling.show();
              showBoard();
            }}
          >
            {isTold ? 'Show the rest' : 'Show me'}
          </button>
        )}
        {canTryAgain && (
          <button type="button" class="primary" onClick={(event) => onBoard(event, puzzling.tryAgain)}>
            {isTold ? 'Take it back' : 'Try again'}
          </button>
        )}
        <button
          type="button"
          class={isTold && !canTryAgain ? 'primary' : ''}
          onClick={(event) => onBoard(event, onNext)}
        >
          {isTold ? 'Next puzzle' : 'Skip'}
        </button>
      </footer>
    </section>
  );
}

/** The moves of a solution, played one by one and to be walked through. */
function Steps({ rules, puzzling }: { rules: Rules; puzzling: Puzzling }) {
  const { solution, solutionAt, firstPlayer, walk } = puzzling;
  const players = firstPlayer === 'X' ? 'XO' : 'OX';
  return (
    <div class="puzzle-solution" role="group" aria-label={`The answer, ${count(solution.length, 'move')}`}>
      <button
        type="button"
        aria-label="One move back"
        disabled={solutionAt === 0}
        onClick={() => walk(solutionAt - 1)}
      >
        <Icon name="back" />
      </button>
      <ol class="puzzle-steps">
        {solution.map((move, index) => (
          <li key={index}>
            <button
              type="button"
              class="quiet puzzle-step"
              aria-current={index + 1 === solutionAt ? 'step' : undefined}
              onClick={() => walk(index + 1)}
            >
              {players[index % 2]} <code>{moveName(rules, move)}</code>
            </button>
          </li>
        ))}
      </ol>
      <button
        type="button"
        aria-label="One move on"
        disabled={solutionAt === solution.length}
        onClick={() => walk(solutionAt + 1)}
      >
        <Icon name="forward" />
      </button>
    </div>
  );
}
