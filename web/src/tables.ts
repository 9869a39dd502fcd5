// SPDX-License-Identifier: MIT
//
// What is known of a board, and who plays on it. Any board can be played and asked about: small ones are solved on
// the spot, by the server or the browser, larger ones have a table where one was made, and else a search answers.
import { effect, signal } from '@preact/signals';
import { api, type Board, type Boards } from './api';
import { comebacks, grow, newTables } from './backend/backend';
import { rulesName, type Rules } from './game/rules';
import { key } from './key';

export const boards = signal<Boards | null>(null);

/** Boards of up to this many cells are solved on the spot. */
const mostCellsAtOnce = 16;

/** Grows when a board has got another table, or lost it: more, or less, is known than was answered before. */
export const tableChanges = signal(0);

export async function loadBoards(): Promise<void> {
  const before = boards.peek();
  const now = await api.boards().catch(() => before);
  boards.value = now;
  const tags = (list: Boards | null) => list?.boards.map(({ rules, tag }) => `${rules} ${tag}`).join();
  if (before && tags(before) !== tags(now)) grow(tableChanges);
}

effect(() => {
  void comebacks.value;
  void newTables.value;
  void key.value;
  void loadBoards();
});

export const listed = (rules: Rules): Board | undefined =>
  boards.value?.boards.find((board) => board.rules === rulesName(rules));

/** unknown: nobody has said yet. */
export type TableState = Board['status'] | 'unknown';

export function tableState(rules: Rules): TableState {
  if (!boards.value) return 'unknown';
  return listed(rules)?.status ?? (rules.rows * rules.cols <= mostCellsAtOnce ? 'ready' : 'missing');
}

/** The computer players that will not refuse on this board; none while nobody has said. */
export function computersOn(rules: Rules): { name: string; title: string }[] {
  if (!boards.value) return [];
  const names = listed(rules)?.players;
  const hasTable = tableState(rules) === 'ready';
  return boards.value.players.filter(({ name, needs_table }) =>
    names ? names.includes(name) : hasTable || !needs_table,
  );
}
