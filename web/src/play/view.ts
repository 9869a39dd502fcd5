// SPDX-License-Identifier: MIT
//
// What the play page shows: it follows from the state of the session and the server's answer alone. Nothing here
// needs a browser, so that it can be tested without one.
import type { PositionValue } from '../api';
import {
  count,
  other,
  parseMove,
  parsePosition,
  positionText,
  winner,
  type Move,
  type Player,
  type Position,
} from '../game/position';
import type { Game } from '../game/record';
import type { Mode } from '../link';
import type { TableState } from '../tables';
import { choiceWords, verdict } from '../values';
import { isComputer, soleHuman, type Players } from './players';

/** A line of play, walked through beside the game; at is the number of its moves on the board. */
export interface Preview {
  readonly from: string;
  readonly moves: readonly { readonly move: string; readonly position: string }[];
  readonly at: number;
}

export interface Situation {
  readonly game: Game;
  /** How many moves of the game are on the board. */
  readonly at: number;
  readonly players: Players;
  readonly table: TableState;
  readonly mode: Mode;
  readonly preview: Preview | null;
  /** Whether the computer may move when it is its turn. */
  readonly running: boolean;
  /** Why the computer could not move, if it could not. */
  readonly failure: string;
  /** Whether the server is silent. */
  readonly silent: boolean;
  /** Whether the last move is still being shown. */
  readonly moving: boolean;
}

/** How a game has ended: a line, or a position that came up for the third time. */
export interface Result {
  readonly winner: Player | null;
}

export interface View extends Situation {
  /** Where the game stands; a preview shows another position. */
  readonly position: Position;
  readonly lastMove: Move | null;
  readonly shown: { readonly position: Position; readonly lastMove: Move | null };
  /** How often the position has come up, this time included. */
  readonly repetitions: number;
  /** Told when the last cube has landed. */
  readonly result: Result | null;
  readonly isComputersTurn: boolean;
  readonly isThinking: boolean;
  /** Whether a human may move on the board. */
  readonly mayMove: boolean;
  readonly mayHint: boolean;
  /** Whether the moves show their values. */
  readonly showsValues: boolean;
  readonly showsGraph: boolean;
  readonly showsReview: boolean;
}

/** A game is drawn when a position comes up so often. */
export const drawnAt = 3;

export function viewOf(situation: Situation): View {
  const { game, at, players, table, mode, preview, running, failure, moving } = situation;
  const { rules } = game;
  const position = game.positions[at]!;
  const lastMove = game.moves[at - 1] ?? null;
  const walked = preview?.moves[preview.at - 1];
  const owner = winner(rules, position);
  const repetitions = countRepetitions(game, at);
  const isRound = repetitions >= drawnAt;
  const explores = mode === 'explore';
  // Who explores may go on after a repetition, but two computers could do so for ever.
  const isDrawn = isRound && (!explores || (isComputer(players, 'X') && isComputer(players, 'O')));
  const hasEnded = owner !== null || isDrawn;
  const isComputersTurn = !hasEnded && isComputer(players, position.toMove);
  const isThinking = running && isComputersTurn && !failure && !preview && table !== 'unknown';
  // How a game was played is no secret once it is over, wherever in it one looks.
  const last = game.moves.length;
  const isOver = winner(rules, game.positions[last]!) !== null || countRepetitions(game, last) >= drawnAt;
  const mayTell = explores || isOver;
  return {
    ...situation,
    position,
    lastMove,
    shown: walked
      ? { position: parsePosition(rules, walked.position), lastMove: parseMove(rules, walked.move) }
      : { position, lastMove },
    repetitions,
    result: hasEnded && !moving ? { winner: owner } : null,
    isComputersTurn,
    isThinking,
    mayMove: !walked && !isThinking && !hasEnded,
    mayHint: !explores && !hasEnded && !isThinking,
    showsValues: explores,
    showsGraph: mayTell && last > 0,
    showsReview: mayTell && last > 0,
  };
}

function countRepetitions({ rules, positions }: Game, at: number): number {
  const text = positionText(rules, positions[at]!);
  return positions.slice(0, at + 1).filter((position) => positionText(rules, position) === text).length;
}

/** Back or forward to where a human is to move; one move when no human plays. */
export function stepTarget(
  { game, at, players }: Pick<Situation, 'game' | 'at' | 'players'>,
  direction: 1 | -1,
): number {
  const isInside = (to: number) => to >= 0 && to <= game.moves.length;
  const hasHuman = !isComputer(players, 'X') || !isComputer(players, 'O');
  let to = at + direction;
  while (hasHuman && isInside(to + direction) && isComputer(players, game.positions[to]!.toMove))
    to += direction;
  return isInside(to) ? to : at;
}

/** How the game stands, in a few words. */
export function headline(
  { game, position, players, result, preview, showsValues }: View,
  answer: PositionValue | undefined,
): string {
  if (result) return result.winner ? `${result.winner} has won` : 'Drawn';
  if (winner(game.rules, position)) return `${other(position.toMove)} moves …`;
  if (showsValues && answer && !preview) return verdict(position.toMove, answer);
  return soleHuman(players) === position.toMove ? 'Your move' : `${position.toMove} to move`;
}

/** The sentence below the headline; `titles` are the names of the players. */
export function remark(view: View, answer: PositionValue | undefined, titles: Players): string {
  const { position, result, at, preview, repetitions, players, showsValues } = view;
  if (preview) return 'The board shows the line.';
  if (result) return resultWords(view, titles);
  if (repetitions >= drawnAt)
    return `This position has come up ${repetitions} times: in Play the game would be drawn.`;
  if (showsValues && answer)
    return `${position.toMove} to move${answer.outcome === 'loss' ? `: ${choiceWords(answer)}` : ''}.`;
  const you = soleHuman(players);
  if (at === 0 && you) return `You play ${you} against ${titles[other(you)]}.`;
  return `Move ${at + 1}.`;
}

function resultWords({ result, at, players }: View, titles: Players): string {
  const moves = count(at, 'move');
  if (!result!.winner) return `The position came up for the third time, after ${moves}.`;
  const you = soleHuman(players);
  if (!you) return `After ${moves}.`;
  return result!.winner === you
    ? `You beat ${titles[other(you)]} in ${moves}.`
    : `${titles[other(you)]} beat you in ${moves}.`;
}

/** What stands beside a player's name. */
export function turnWords({ position, result, isThinking, failure, silent }: View, player: Player): string {
  if (result) return result.winner === player ? 'has won' : '';
  if (position.toMove !== player) return '';
  if (isThinking) return silent ? 'waits for the server' : 'is thinking …';
  return failure ? 'could not move' : 'to move';
}
