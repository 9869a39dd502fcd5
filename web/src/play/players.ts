// SPDX-License-Identifier: MIT
//
// Who can play: a person or one of the server's computer players, by the names of the API.
import type { Player } from '../game/position';

export const playerNames: Record<string, string> = {
  person: 'Person',
  ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`level-${i + 1}`, `Level ${i + 1}`])),
  winner: 'Random winner',
  perfect: 'Perfect',
};

export type Players = Record<Player, string>;

export const isPlayers = (value: unknown): value is Players => {
  const { X, O } = (value ?? {}) as Partial<Players>;
  return [X, O].every((name) => name !== undefined && name in playerNames);
};

export const isComputer = (players: Players, player: Player): boolean => players[player] !== 'person';
