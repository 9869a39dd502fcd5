// SPDX-License-Identifier: MIT
//
// Which boards can be asked about. Small ones always; the others when they were solved on the server's machine.
import { effect, signal } from '@preact/signals';
import { api, comebacks, type Board, type Boards } from './api';
import { rulesName, type Rules } from './game/rules';

export const boards = signal<Boards | null>(null);

/** Boards of up to this many cells are solved by the server on the spot. */
const mostCellsAtOnce = 16;

export async function loadBoards(): Promise<void> {
  boards.value = await api.boards().catch(() => boards.peek());
}

effect(() => {
  void comebacks.value;
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
