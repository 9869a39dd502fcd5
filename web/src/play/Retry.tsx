// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import { api, type RatedMove, type Review } from '../api';
import { Board } from '../board/Board';
import { BoardLayout } from '../board/BoardLayout';
import { moveName, parseMove, parsePosition, positionText, type Move } from '../game/position';
import type { Game } from '../game/record';
import { rulesName } from '../game/rules';
import { useAnswer } from '../ui/use_answer';
import { repliesWords, valueWords } from '../values';
import { isRight } from './retry';
import './retry.css';

interface Props {
  game: Game;
  review: Review;
  /** Where in the game the mistakes were made. */
  mistakes: readonly number[];
  onClose: () => void;
}

/** Long enough to see the move land. */
const lookTime = 1800;

/** One's mistakes, one after the other: the position before each, until a move is found that holds. */
export function Retry({ game, review, mistakes, onClose }: Props) {
  const { rules } = game;
  const [number, setNumber] = useState(0);
  const [tried, setTried] = useState<Move | null>(null);
  const [isShown, setShown] = useState(false);
  const index = mistakes[number]!;
  const before = game.positions[index]!;
  const made = review.moves[index]!;
  const name = rulesName(rules);
  const text = positionText(rules, before);
  const { value: answer, error } = useAnswer(`position ${name} ${text}`, (signal) =>
    api.position(name, text, signal),
  );
  const rated = tried && answer?.moves.find(({ move }) => move === moveName(rules, tried));
  const right = rated && answer && isRight(answer, rated) ? rated : null;
  const best = answer?.moves[0];
  // A wrong move is made on the board too, and then taken back.
  const [isBack, setBack] = useState(true);
  useEffect(() => {
    if (!rated || right) return;
    setBack(false);
    const timer = setTimeout(() => setBack(true), lookTime);
    return () => clearTimeout(timer);
  }, [rated]);
  const onBoard = right ?? (isBack ? null : rated);
  const isLast = number === mistakes.length - 1;

  const next = () => {
    if (isLast) return onClose();
    setNumber(number + 1);
    setTried(null);
    setShown(false);
  };
  const told = (move: RatedMove) => `${move.move}: ${valueWords(move)}, ${repliesWords(move)}.`;
  const words = () => {
    if (error) return error;
    if (right) return `${told(right)} Well found.`;
    if (rated) return `${told(rated)} Try another.`;
    if (tried || (isShown && !best)) return 'Looking …';
    return isShown ? told(best!) : `In the game you played ${made.move}. Find a better move.`;
  };

  const side = (
    <section class="card retry">
      <p class="faint">
        Mistake {number + 1} of {mistakes.length}, move {Math.floor(index / 2) + 1}
      </p>
      <h1>{right ? 'Right' : `${before.toMove} to move: ${goals[made.before.outcome ?? 'unclear']}`}</h1>
      <p class={rated && !right ? 'error' : ''} role="status">
        {words()}
      </p>
      <footer class="actions">
        <button type="button" onClick={onClose}>
          Back to the game
        </button>
        {!right && (
          <button
            type="button"
            disabled={isShown}
            onClick={() => {
              setTried(null);
              setShown(true);
            }}
          >
            Show
          </button>
        )}
        <button type="button" class={right || isShown ? 'primary' : ''} onClick={next}>
          {right || isShown ? (isLast ? 'Done' : 'Next mistake') : 'Skip'}
        </button>
      </footer>
    </section>
  );
  return (
    <BoardLayout rules={rules} side={side}>
      <Board
        rules={rules}
        position={onBoard ? parsePosition(rules, onBoard.position) : before}
        lastMove={onBoard ? tried : (game.moves[index - 1] ?? null)}
        shownMove={isShown && !onBoard && best ? parseMove(rules, best.move) : null}
        whyNot="No move is needed now."
        onMove={
          onBoard
            ? undefined
            : (move) => {
                setShown(false);
                setTried(move);
              }
        }
      />
    </BoardLayout>
  );
}

const goals = {
  win: 'find a move that wins',
  draw: 'find a move that holds',
  loss: 'find a move that lasts',
  unclear: 'find a move that does not lose',
};
