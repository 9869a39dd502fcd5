// SPDX-License-Identifier: MIT
//
// What the play page shows: it follows from the state of the session and the server's answer alone. Nothing here
// needs a browser, so that it can be tested without one.
import type { MoveValue, PositionValue } from '../api';
import {
  parseMove,
  parsePosition,
  positionText,
  winner,
  type Move,
  type Player,
  type Position,
} from '../game/position';
import type { Game } from '../game/record';
import type { TableState } from '../tables';
import { choiceWords, verdict } from '../values';
import { isComputer, type Players } from './players';

/** A best line, walked through beside the game; at is the number of its moves on the board. */
export interface Preview {
  readonly from: string;
  readonly moves: readonly MoveValue[];
  readonly at: number;
}

export interface Situation {
  readonly game: Game;
  /** How many moves of the game are on the board. */
  readonly at: number;
  readonly players: Players;
  readonly table: TableState;
  /** Whether values may be shown. */
  readonly hints: boolean;
  readonly preview: Preview | null;
  /** Whether the computer may move when it is its turn. */
  readonly running: boolean;
}

export interface View extends Situation {
  /** Where the game stands; a preview shows another position. */
  readonly position: Position;
  readonly lastMove: Move | null;
  readonly shown: { readonly position: Position; readonly lastMove: Move | null };
  readonly winner: Player | null;
  /** How often the position has come up, this time included. */
  readonly repetitions: number;
  readonly isComputersTurn: boolean;
  readonly isThinking: boolean;
  /** Whether a person may move on the board. */
  readonly mayMove: boolean;
  /** Whether the server can value this board. */
  readonly isReady: boolean;
  readonly showsMissingTable: boolean;
  /** Whether the moves show their values. */
  readonly showsValues: boolean;
  readonly showsGraph: boolean;
  readonly showsReview: boolean;
}

/** A position that comes up so often is told, and two computers stop there. */
const manyTimes = 3;

export function viewOf(situation: Situation): View {
  const { game, at, players, table, hints, preview, running } = situation;
  const { rules } = game;
  const position = game.positions[at]!;
  const lastMove = game.moves[at - 1] ?? null;
  const walked = preview?.moves[preview.at - 1];
  const won = winner(rules, position);
  const repetitions = countRepetitions(game, at);
  const isReady = table === 'ready';
  const isComputersTurn = isReady && !won && isComputer(players, position.toMove);
  // Two computers could go on for ever in a drawn game.
  const goesRound = isComputer(players, 'X') && isComputer(players, 'O') && repetitions >= manyTimes;
  const isThinking = running && isComputersTurn && !goesRound && !preview;
  // How a game was played is no secret once it is over.
  const mayTell = hints || won !== null;
  return {
    ...situation,
    position,
    lastMove,
    shown: walked
      ? { position: parsePosition(rules, walked.position), lastMove: parseMove(rules, walked.move) }
      : { position, lastMove },
    winner: won,
    repetitions,
    isComputersTurn,
    isThinking,
    mayMove: !walked && !isThinking && !won,
    isReady,
    showsMissingTable: table === 'missing' || table === 'solving',
    showsValues: isReady && hints,
    showsGraph: mayTell && table !== 'missing' && table !== 'solving',
    showsReview: isReady && mayTell && game.moves.length > 0,
  };
}

function countRepetitions({ rules, positions }: Game, at: number): number {
  const text = positionText(rules, positions[at]!);
  return positions.slice(0, at + 1).filter((position) => positionText(rules, position) === text).length;
}

/** Back or forward to where a person is to move; one move when no person plays. */
export function stepTarget({ game, at, players }: Situation, direction: 1 | -1): number {
  const isInside = (to: number) => to >= 0 && to <= game.moves.length;
  const hasPerson = !isComputer(players, 'X') || !isComputer(players, 'O');
  let to = at + direction;
  while (hasPerson && isInside(to + direction) && isComputer(players, game.positions[to]!.toMove))
    to += direction;
  return isInside(to) ? to : at;
}

/** How the game stands, in a few words. */
export function headline({ position, winner, showsValues }: View, answer: PositionValue | undefined): string {
  if (winner) return `${winner} has won`;
  return showsValues && answer ? verdict(position.toMove, answer) : `${position.toMove} to move`;
}

/** The sentence below the headline. */
export function remark(view: View, answer: PositionValue | undefined): string {
  const { position, winner, at, preview, repetitions, showsValues } = view;
  if (preview) return 'The board shows the best line.';
  if (repetitions >= manyTimes) return `This position has come up ${repetitions} times: the game goes round.`;
  if (winner) return `After ${at} moves.`;
  if (showsValues && answer)
    return `${position.toMove} to move: ${choiceWords(answer.outcome, answer.moves)}.`;
  return `Move ${at + 1}.`;
}

/** What stands beside a player's name. */
export function turnWords({ position, winner, isThinking }: View, player: Player): string {
  if (winner) return winner === player ? 'has won' : '';
  if (position.toMove !== player) return '';
  return isThinking ? 'is thinking …' : 'to move';
}
