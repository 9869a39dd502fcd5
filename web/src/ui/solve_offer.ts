// SPDX-License-Identifier: MIT
//
// What a table of a board adds and takes, in words.
import type { Board, Boards, Needs, Solving } from '../api';
import { bytes } from '../values';

export type Metric = 'outcome' | 'distance';

export const tables: Record<Metric, { title: string; adds: string }> = {
  outcome: {
    title: 'Outcomes',
    adds: 'Who wins with best play, for every position and every move; the perfect player; statistics.',
  },
  distance: {
    title: 'Outcomes and distances',
    adds: 'Also how many moves every win and loss takes, so the quickest way to win.',
  },
};

/** "about 40 seconds", "about 5 minutes", "about 1 hour 20 minutes", "about 12 days". */
export function timeWords(seconds: number): string {
  const many = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  if (seconds < 5) return 'a few seconds';
  if (seconds < 55) return `about ${many(Math.ceil(seconds / 5) * 5, 'second')}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 55) return `about ${many(minutes, 'minute')}`;
  if (minutes > 2 * 24 * 60) return `about ${many(Math.ceil(minutes / 60 / 24), 'day')}`;
  const tens = Math.round(minutes / 10) * 10;
  const rest = tens % 60 === 0 ? '' : ` ${tens % 60} minutes`;
  return `about ${many(Math.floor(tens / 60), 'hour')}${rest}`;
}

/** "about 5 minutes, up to 4.8 GB of memory and 1.2 GB on disk" */
export const needsWords = ({ seconds, memory_bytes, disk_bytes }: Needs): string =>
  `${timeWords(seconds)}, up to ${bytes(memory_bytes)} of memory and ${bytes(disk_bytes)} on disk`;

/** The tables that would add something to what is there: none where all is known. */
export function offered(board: Pick<Board, 'status' | 'metric'>): Metric[] {
  if (board.status !== 'ready') return ['outcome', 'distance'];
  return board.metric === 'outcome' ? ['distance'] : [];
}

/** "42.0 % done, about 5 minutes left" */
export function progressWords({ share, seconds_left }: Solving): string {
  const done = share === null ? 'It has begun' : `${(100 * share).toFixed(1)} % done`;
  return seconds_left === null ? done : `${done}, ${timeWords(seconds_left)} left`;
}

/** "Begun and stopped at 42 %. What is done is kept." */
export const stoppedWords = ({ share }: Solving): string =>
  `Begun and stopped${share === null ? '' : ` at ${Math.floor(100 * share)} %`}. What is done is kept.`;

/** Why there are commands and no buttons. */
export function whyNotWords(
  boards: Pick<Boards, 'read_only' | 'why_not'> | null,
  served: boolean,
  host = location.hostname,
): string {
  if (!boards?.why_not) return '';
  if (!served) return boards.why_not;
  if (boards.read_only) return 'This server is read-only: tables are made with these commands alone.';
  const sits = ['localhost', '127.0.0.1', '[::1]'].includes(host);
  return sits
    ? 'To make tables from this page, open the address that quixo serve printed when it was started.'
    : 'From this page tables can be made on the server’s own machine only.';
}

/** The command of a table, for a terminal. */
export const commandOf = (rules: string, metric: Metric): string =>
  `quixo solve ${rules}${metric === 'outcome' ? ' --outcome-only' : ''}`;
