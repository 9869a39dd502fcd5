// SPDX-License-Identifier: MIT
//
// What a puzzle asks, and what is right: it follows from the server's answers and the moves on the board alone.
// The player makes the even moves and the server the odd ones. A puzzle of a win goes on until the win is there;
// the others are one move.
import type { PositionValue, Puzzle, RatedMove } from '../api';
import { count, other, type Player } from '../game/position';

const oneWin = 'Positions where only one move wins after so many moves are rare';
export const kinds = {
  near: { title: 'Near win', task: 'Only one move wins', rare: oneWin },
  longer: { title: 'Longer win', task: 'Only one move wins', rare: oneWin },
  far: { title: 'Far win', task: 'Only one move wins', rare: oneWin },
  only: {
    title: 'Only move',
    task: 'Only one move holds',
    rare: 'Positions where all moves but one lose are rare',
  },
  trap: {
    title: 'Trap',
    task: 'Set the hardest trap',
    rare: 'Traps are set where nobody can force a win, which is rare',
  },
} as const;
export type Kind = keyof typeof kinds;
export const isKind = (text: string): text is Kind => Object.hasOwn(kinds, text);

export const isOneMove = (kind: Kind): boolean => kind === 'only' || kind === 'trap';

/** A far win may take a hundred moves; who has found so many of them has understood it. */
const mostOwnMoves = 5;

export type Judgement = 'right' | 'slower' | 'wrong';

/** Judges a move made after the first `kept` ones, where `values` are the values of what there is to choose from. */
export function judge(puzzle: Puzzle, kept: number, values: PositionValue, move: string): Judgement {
  if (kept === 0) return puzzle.right.includes(move) ? 'right' : 'wrong';
  const best = values.moves[0];
  const rated = values.moves.find((one) => one.move === move);
  if (rated?.outcome !== 'win') return 'wrong';
  return rated.distance_moves === best?.distance_moves ? 'right' : 'slower';
}

/** Whether nothing is left to find after a right move that follows the first `kept` ones. */
export const isSolvedBy = (kind: Kind, kept: number, isOver: boolean): boolean =>
  isOver || isOneMove(kind) || kept / 2 + 1 >= mostOwnMoves;

/** What there is to find, below the task. `values` are of the position at hand, after the first `kept` moves. */
export function taskWords(kind: Kind, kept: number, values: PositionValue): string {
  const moves = values.distance_moves;
  if (kind === 'trap') return 'Find the move after which the fewest replies hold.';
  if (kind === 'only') return 'All others lose.';
  if (moves === null) return kept === 0 ? 'Find it.' : 'Right. Go on.';
  const win = moves === 1 ? 'wins at once' : `wins in ${count(moves, 'move')}`;
  return kept === 0 ? `It ${win}.` : `Right. Go on: ${values.to_move} ${win}.`;
}

/** What a right move has done, when nothing is left to find. */
export function solvedWords(kind: Kind, player: Player, isOver: boolean, rated: RatedMove): string {
  const { move, replies, replies_that_hold } = rated;
  if (isOver) return `Solved: ${move} wins.`;
  if (kind === 'only') return `Right: ${move} is the only move that holds.`;
  if (kind === 'trap') return `Right: ${move} leaves ${replies_that_hold} of ${replies} replies.`;
  const rest = rated.distance_moves === null ? '' : ` in ${count(rated.distance_moves - 1, 'move')}`;
  return `Solved: from here ${player} wins${rest} in any case.`;
}

/** What is wrong with a move, and the reply that shows it. */
export function wrongWords(puzzle: Puzzle, player: Player, rated: RatedMove, reply: string | null): string {
  const { move, outcome, distance_moves, replies, replies_that_hold } = rated;
  const opponent = other(player);
  if (replies === 0) return `${move} makes a line for ${opponent}.`;
  const answers = reply === null ? '.' : `: ${opponent} answers ${reply}.`;
  const isHolding = outcome === puzzle.position.outcome;
  if (puzzle.kind === 'trap' && isHolding)
    return `${move} leaves ${replies_that_hold} of ${replies} replies${reply === null ? '' : `, such as ${reply}`}; another move leaves fewer.`;
  if (outcome === 'loss')
    return `${move} loses${distance_moves === null ? '' : ` in ${distance_moves}`}${answers}`;
  return `${move} ${outcome === 'draw' ? 'only draws' : 'forces nothing'}${answers}`;
}

export const slowerWords = ({ move, distance_moves }: RatedMove): string =>
  `${move} wins too${distance_moves === null ? '' : `, in ${distance_moves}`}, but there is a quicker move.`;

/** How a move of the start would have gone, once the answer is known. */
export function otherWords(puzzle: Puzzle, player: Player, rated: RatedMove, reply: string | null): string {
  if (!puzzle.right.includes(rated.move)) return wrongWords(puzzle, player, rated, reply);
  return `${rated.move} is right${reply === null ? '.' : `; ${other(player)}’s best is ${reply}.`}`;
}

/** Puzzles solved in a row, at the first try and without help. */
export interface Streak {
  readonly now: number;
  readonly best: number;
  /** The last puzzle that was solved or not: it counts once. */
  readonly last: string;
}

export const noStreak: Streak = { now: 0, best: 0, last: '' };

export const isStreak = (value: unknown): value is Streak => {
  const { now, best, last } = (value ?? {}) as Partial<Streak>;
  return Number.isInteger(now) && Number.isInteger(best) && typeof last === 'string';
};

export function counted(streak: Streak, puzzle: string, isSolved: boolean): Streak {
  if (streak.last === puzzle) return streak;
  const now = isSolved ? streak.now + 1 : 0;
  return { now, best: Math.max(now, streak.best), last: puzzle };
}
