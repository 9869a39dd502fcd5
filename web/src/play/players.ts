// SPDX-License-Identifier: MIT
//
// Who can play: a human or one of the server's computer players, by the names of the API. Which of them play on a
// board and how they are called, the server says.
import { other, type Player } from '../game/position';

export const human = 'human';
export const defaultComputer = 'level-4';

export type Players = Record<Player, string>;

/** Whether the browser has kept two names that may be players. */
export function isPlayers(value: unknown): value is Players {
  const { X, O } = (value ?? {}) as Partial<Record<Player, unknown>>;
  return [X, O].every((name) => typeof name === 'string' && /^[a-z]+(-\d)?$/.test(name));
}

export const isComputer = (players: Players, player: Player): boolean => players[player] !== human;

/** The same players, but in place of those who would refuse on a board, one who always plays. A human was once
 * called a person, and browsers remember it. */
export function seated(players: Players, computers: readonly { name: string }[]): Players {
  const seat = (name: string) => {
    if (name === human || name === 'person') return human;
    return computers.length === 0 || computers.some((one) => one.name === name) ? name : defaultComputer;
  };
  return { X: seat(players.X), O: seat(players.O) };
}

/** The side of the only human at the board; null when there are two or none. */
export function soleHuman(players: Players): Player | null {
  const humans = (['X', 'O'] as const).filter((player) => !isComputer(players, player));
  return humans.length === 1 ? humans[0]! : null;
}

export const swapped = ({ X, O }: Players): Players => ({ X: O, O: X });

/** A human against an opponent, who may be human too. */
export const against = (opponent: string, first: 'human' | 'opponent'): Players =>
  first === 'human' ? { X: human, O: opponent } : { X: opponent, O: human };

/** Whom the human of this table plays against: the computer, or O. */
export function opponentOf(players: Players): string {
  const side = soleHuman(players);
  return players[side ? other(side) : 'O'];
}

/** How a player is called; before the server has said, as well as can be told. */
export function titleOf(name: string, computers: readonly { name: string; title: string }[]): string {
  return (
    computers.find((one) => one.name === name)?.title ??
    (name.charAt(0).toUpperCase() + name.slice(1)).replace('-', ' ')
  );
}

/** How a player plays, in a sentence. */
export function styleWords(name: string): string {
  const others: Record<string, string> = {
    human: 'Both of you play at this screen.',
    searcher: 'It thinks a second or two about each move, and is the strongest without a table.',
    winner: 'It takes any move that wins, when there is one.',
    perfect: 'It knows the table by heart and never errs.',
  };
  return others[name] ?? 'The levels go from 1, a beginner, to 9, who hardly errs.';
}
