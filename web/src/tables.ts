// SPDX-License-Identifier: MIT
//
// What the server knows of a board, and who plays on it. Any board can be played and asked about: small ones are
// solved by the server on the spot, larger ones have a table where one was made, and else a search answers.
import { effect, signal } from '@preact/signals';
import { api, comebacks, type Board, type Boards } from './api';
import { rulesName, type Rules } from './game/rules';
import { key } from './key';

export const boards = signal<Boards | null>(null);

/** Boards of up to this many cells are solved by the server on the spot. */
const mostCellsAtOnce = 16;

export async function loadBoards(): Promise<void> {
  boards.value = await api.boards().catch(() => boards.peek());
}

effect(() => {
  void comebacks.value;
  void key.value;
  void loadBoards();
});

export const listed = (rules: Rules): Board | undefined =>
  boards.value?.boards.find((board) => board.rules === rulesName(rules));

/** unknown: the server has not said yet. */
export type TableState = Board['status'] | 'unknown';

export function tableState(rules: Rules): TableState {
  if (!boards.value) return 'unknown';
  return listed(rules)?.status ?? (rules.rows * rules.cols <= mostCellsAtOnce ? 'ready' : 'missing');
}

/** The computer players that will not refuse on this board; none while the server has not said. */
export function computersOn(rules: Rules): { name: string; title: string }[] {
  if (!boards.value) return [];
  const names = listed(rules)?.players;
  const hasTable = tableState(rules) === 'ready';
  return boards.value.players.filter(({ name, needs_table }) =>
    names ? names.includes(name) : hasTable || !needs_table,
  );
}
