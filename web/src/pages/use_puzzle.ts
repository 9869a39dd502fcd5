// SPDX-License-Identifier: MIT
//
// A puzzle being solved: the moves on the board, and what the server says of them.
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, type RatedMove } from '../api';
import {
  emptyBoard,
  moveName,
  parseMove,
  parsePosition,
  positionText,
  winner,
  type Move,
  type Player,
  type Position,
} from '../game/position';
import { newGame, withMove } from '../game/record';
import { rulesName, type Rules } from '../game/rules';
import { stored } from '../stored';
import { useAnswer } from '../ui/use_answer';
import {
  counted,
  isOneMove,
  isSolvedBy,
  isStreak,
  judge,
  noStreak,
  otherWords,
  slowerWords,
  solvedWords,
  taskWords,
  wrongWords,
  type Kind,
} from './puzzle';

export const streak = stored('streak', noStreak, isStreak);

/** Long enough to watch the move before. */
const pause = matchMedia('(prefers-reduced-motion: reduce)').matches ? 300 : 1300;

interface Attempt {
  /** The puzzle it belongs to. */
  readonly puzzle: string;
  readonly doing: 'finding' | 'showing' | 'looking';
  /** On the board: made by the player and answered, turn by turn. */
  readonly moves: readonly Move[];
  /** How many of them are right and answered. */
  readonly kept: number;
  /** Whether the answer was found or shown. */
  readonly isTold: boolean;
  /** How many moves of the solution are on the board, after the others. */
  readonly shown: number;
  /** Whether the solution goes on by itself. */
  readonly runs: boolean;
}

const fresh = (puzzle: string): Attempt => ({
  puzzle,
  doing: 'finding',
  moves: [],
  kept: 0,
  isTold: false,
  shown: 0,
  runs: false,
});

export interface Puzzling {
  /** No puzzle of this kind was found. */
  isMissing: boolean;
  /** The position of the puzzle, once it is there. */
  start: Position | null;
  /** What is on the board, and the move that led there. */
  position: Position;
  lastMove: Move | null;
  /** What the moves are worth, when it is no secret. */
  values: readonly RatedMove[] | undefined;
  onMove: ((move: Move) => void) | undefined;
  stage: 'finding' | 'wrong' | 'solved' | 'showing' | 'looking';
  words: string;
  isTold: boolean;
  canTryAgain: boolean;
  tryAgain: () => void;
  canShow: boolean;
  show: () => void;
  look: () => void;
  solution: readonly Move[];
  solutionAt: number;
  /** Who makes the first move of the solution. */
  firstPlayer: Player;
  walk: (to: number) => void;
}

export function usePuzzle(rules: Rules, kind: Kind, seed: number | null): Puzzling {
  const name = rulesName(rules);
  const key = `puzzle ${name} ${kind} ${seed}`;
  // A table that comes while it is being solved would make another puzzle of the same seed.
  const { value: puzzle, error } = useAnswer(
    seed === null ? null : key,
    (signal) => api.puzzle(name, kind, seed!, signal),
    true,
  );
  const [state, setState] = useState(fresh(key));
  const attempt = state.puzzle === key ? state : fresh(key);
  const change = (part: Partial<Attempt>) => setState({ ...attempt, ...part });
  const { doing, moves, kept, isTold, shown, runs } = attempt;

  const start = puzzle ? parsePosition(rules, puzzle.position.position) : null;
  // Until the next puzzle is there, the board shows the one before.
  const before = useRef({ name, start: emptyBoard(rules) });
  if (start || before.current.name !== name) before.current = { name, start: start ?? emptyBoard(rules) };
  const made = moves.reduce(withMove, newGame(rules, before.current.start));
  const textAt = (at: number) => positionText(rules, made.positions[at]!);
  const ask = (text: string) => (signal: AbortSignal) => api.position(name, text, signal);

  // The values of what the player chooses from.
  const asked = useAnswer(kept === 0 ? null : `position ${name} ${textAt(kept)}`, ask(textAt(kept)));
  const values = kept === 0 ? puzzle?.position : asked.value;
  const tried = moves[kept] && moveName(rules, moves[kept]);
  const rated = values?.moves.find(({ move }) => move === tried);
  const isOver = tried !== undefined && winner(rules, made.positions[kept + 1]!) !== null;
  const judgement =
    doing === 'finding' && puzzle && values && tried ? judge(puzzle, kept, values, tried) : null;
  const isSolved = judgement === 'right' && isSolvedBy(kind, kept, isOver);

  // The reply: the best defence to a right move, the refutation of a wrong one.
  const isLookedAt = doing === 'looking' && tried !== undefined;
  const wantsReply =
    moves.length === kept + 1 &&
    !isOver &&
    (isLookedAt || judgement === 'wrong' || (judgement === 'right' && !isSolved));
  const answer = useAnswer(
    wantsReply ? `position ${name} ${textAt(kept + 1)}` : null,
    ask(textAt(Math.min(kept + 1, moves.length))),
  );
  const best = answer.value?.moves[0]?.move;
  useEffect(() => {
    if (best === undefined) return;
    const timer = setTimeout(
      () =>
        change({ moves: [...moves, parseMove(rules, best)], kept: judgement === 'right' ? kept + 2 : kept }),
      pause,
    );
    return () => clearTimeout(timer);
  }, [best, moves]);

  // The solution, from here on.
  const last = made.positions.at(-1)!;
  const lastText = positionText(rules, last);
  const line = useAnswer(
    doing === 'showing' && !isOneMove(kind) ? `line ${name} ${lastText}` : null,
    (signal) => api.line(name, lastText, signal),
  );
  const known =
    isOneMove(kind) || line.error ? puzzle?.right.slice(0, 1) : line.value?.moves.map((one) => one.move);
  const solution = doing === 'showing' ? (known ?? []).map((move) => parseMove(rules, move)) : [];
  const board = solution.slice(0, shown).reduce(withMove, made);
  useEffect(() => {
    if (!runs || shown >= solution.length) return;
    const timer = setTimeout(() => change({ shown: shown + 1 }), shown === 0 ? 100 : pause);
    return () => clearTimeout(timer);
  }, [runs, shown, solution.length]);

  const count = (solved: boolean) => (streak.value = counted(streak.peek(), key, solved));
  useEffect(() => {
    if (isSolved) count(true);
    else if (judgement === 'wrong') count(false);
  }, [isSolved, judgement]);

  const reply = moves.length > kept + 1 ? moveName(rules, moves[kept + 1]!) : null;
  const player = start?.toMove ?? 'X';
  const words = () => {
    if (!puzzle) return '';
    if (doing === 'showing')
      return solution[0] ? `The answer is ${moveName(rules, solution[0])}.` : 'One moment …';
    if (doing === 'looking')
      return rated ? otherWords(puzzle, player, rated, reply) : 'Try any move and see what answers it.';
    if (!values) return 'One moment …';
    if (!rated) return taskWords(kind, kept, values);
    if (judgement === 'wrong') return wrongWords(puzzle, player, rated, reply);
    if (judgement === 'slower') return slowerWords(rated);
    return isSolved ? solvedWords(kind, player, isOver, rated) : 'Right.';
  };
  const isWrong = judgement === 'wrong' || judgement === 'slower';
  const isTurn = moves.length === kept && doing !== 'showing' && values !== undefined;
  return {
    isMissing: error !== undefined,
    start,
    position: board.positions.at(-1)!,
    lastMove: board.moves.at(-1) ?? null,
    values: doing === 'looking' && isTurn ? values?.moves : undefined,
    onMove: isTurn ? (move) => change({ moves: [...moves, move] }) : undefined,
    stage: doing !== 'finding' ? doing : isSolved ? 'solved' : isWrong ? 'wrong' : 'finding',
    words: words(),
    isTold: isTold || isSolved,
    canTryAgain: isWrong || isLookedAt,
    tryAgain: () => change({ moves: moves.slice(0, kept) }),
    canShow: doing === 'finding' && start !== null && !(isSolved && (isOver || isOneMove(kind))),
    show: () => {
      count(isSolved);
      const from = isSolved ? moves : moves.slice(0, kept);
      change({ doing: 'showing', moves: from, isTold: true, shown: 0, runs: true });
    },
    look: () => setState({ ...fresh(key), doing: 'looking', isTold: true }),
    solution,
    solutionAt: shown,
    firstPlayer: last.toMove,
    walk: (to) => change({ shown: to, runs: false }),
  };
}
