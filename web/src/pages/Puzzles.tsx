// SPDX-License-Identifier: MIT
//
// Positions where only one move wins, or only one holds the draw, found in the table. The seed is in the
// address, so a puzzle can be sent to someone.
import { useEffect, useState } from 'preact/hooks';
import { address, go } from '../address';
import { api } from '../api';
import { Board } from '../board/Board';
import { BoardLayout } from '../board/BoardLayout';
import { moveName, parseMove, parsePosition, type Move } from '../game/position';
import { newGame } from '../game/record';
import { InputError, parseRules, rulesName, type Rules } from '../game/rules';
import { gameLink, parameterText } from '../link';
import { tableState } from '../tables';
import { MissingTable } from '../ui/MissingTable';
import { WrongLink } from '../ui/Notice';
import { useAnswer } from '../ui/use_answer';
import { repliesWords, valueWords } from '../values';
import { rules as playedRules } from '../play/session';
import { BoardChoice } from './BoardChoice';
import '../ui/tabs.css';
import './puzzle.css';

const kinds = {
  easy: {
    title: 'Near win',
    task: 'only one move wins',
    filter: { outcome: 'win', winning_moves: 1, min_distance: 1, max_distance: 3 },
  },
  middling: {
    title: 'Longer win',
    task: 'only one move wins',
    filter: { outcome: 'win', winning_moves: 1, min_distance: 5, max_distance: 7 },
  },
  hard: {
    title: 'Far win',
    task: 'only one move wins',
    filter: { outcome: 'win', winning_moves: 1, min_distance: 9 },
  },
  draw: {
    title: 'Draw',
    task: 'only one move holds the draw',
    filter: { outcome: 'draw', holding_moves: 1 },
  },
} as const;
type Kind = keyof typeof kinds;

const newSeed = () => Math.floor(Math.random() * 2 ** 31);

interface Asked {
  rules: Rules;
  kind: Kind;
  seed: number | null;
}

function asked(): Asked {
  const parameters = new URLSearchParams(address.value.parameters);
  const name = parameters.get('rules');
  const kind = parameters.get('kind') ?? 'easy';
  const seed = parameters.get('seed');
  if (!(kind in kinds)) throw new InputError(`There are no puzzles of the kind “${kind}”.`);
  if (seed !== null && !/^\d{1,10}$/.test(seed))
    throw new InputError(`“${seed}” is not the number of a puzzle.`);
  return {
    rules: name === null ? playedRules.value : parseRules(name),
    kind: kind as Kind,
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
  const href = (changed: { rules?: string; kind?: string }) =>
    '/puzzles#' + parameterText({ rules: name, kind, ...changed, seed: newSeed() });
  useEffect(() => {
    if (seed === null) go(href({}), 'replace');
  }, [seed]);

  const { task, filter } = kinds[kind];
  const isReady = tableState(rules) === 'ready';
  const { value: puzzle, error } = useAnswer(
    isReady && seed !== null ? `random ${name} ${kind} ${seed}` : null,
    () => api.random(name, { ...filter, seed: seed! }),
  );
  const [tried, setTried] = useState<Move | null>(null);
  const [revealed, setRevealed] = useState(false);
  useEffect(() => {
    setTried(null);
    setRevealed(false);
  }, [puzzle]);

  const start = puzzle && parsePosition(rules, puzzle.position);
  const rated = tried && puzzle?.moves.find(({ move }) => move === moveName(rules, tried));
  const solved = rated?.outcome === puzzle?.outcome ? rated : undefined;
  const solution = puzzle?.moves[0];

  const words = () => {
    if (solved) return `Right: ${solved.move} ${valueWords(solved)}.`;
    if (rated) return `${rated.move} ${valueWords(rated)}: ${repliesWords(rated)}. Try again.`;
    if (revealed) return `The move is ${solution?.move}.`;
    return puzzle?.outcome === 'win' && puzzle.distance_moves !== null
      ? `It ${valueWords(puzzle)}.`
      : 'All others lose.';
  };

  const side = (
    <>
      {!isReady && tableState(rules) !== 'unknown' && <MissingTable rules={rules} />}
      <section class="card">
        <h1>Puzzles</h1>
        <BoardChoice rules={rules} onChange={(rules) => go(href({ rules }))} />
        <div class="tabs" role="group" aria-label="Kind of puzzle">
          {Object.entries(kinds).map(([key, { title }]) => (
            <button
              key={key}
              type="button"
              class="tabs-tab"
              aria-pressed={key === kind}
              onClick={() => go(href({ kind: key }))}
            >
              {title}
            </button>
          ))}
        </div>
      </section>
      {puzzle && start && (
        <section class="card puzzle">
          <h2>
            {start.toMove} to move: {task}
          </h2>
          <p role="status" class={rated && !solved ? 'error' : ''}>
            {words()}
          </p>
          <footer class="actions">
            <button
              type="button"
              onClick={() => setRevealed(true)}
              disabled={revealed || solved !== undefined}
            >
              Show me
            </button>
            <a class="button" href={gameLink({ game: newGame(rules, start), at: 0 })}>
              Explore
            </a>
            <button type="button" class="primary" onClick={() => go(href({}))}>
              Next puzzle
            </button>
          </footer>
        </section>
      )}
    </>
  );
  return (
    <BoardLayout rules={rules} side={side}>
      {puzzle && start ? (
        <Board
          rules={rules}
          position={solved ? parsePosition(rules, solved.position) : start}
          lastMove={solved ? tried : null}
          values={revealed && !solved ? puzzle.moves : undefined}
          shownMove={revealed && !solved && solution ? parseMove(rules, solution.move) : null}
          onMove={solved ? undefined : setTried}
        />
      ) : (
        <p class="faint">{error ?? (isReady ? 'Looking for a puzzle …' : '')}</p>
      )}
    </BoardLayout>
  );
}
