// SPDX-License-Identifier: MIT
//
// The game that is being played. Game and place in it are the address itself; who plays and whether values are
// shown is kept by the browser.
import { batch, computed, effect, signal } from '@preact/signals';
import { address, go } from '../address';
import { api, comebacks, Refused, silent, type MoveValue } from '../api';
import { parseMove, positionText, winner, type Move, type Player, type Position } from '../game/position';
import { firstMoves, newGame, withMove, type Game } from '../game/record';
import { InputError, parseRules, rulesName, type Rules } from '../game/rules';
import { gameLink, parseGameLink, type GameLink } from '../link';
import { stored } from '../stored';
import { boards, tableState } from '../tables';

export const playerNames: Record<string, string> = {
  person: 'Person',
  ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`level-${i + 1}`, `Level ${i + 1}`])),
  winner: 'Random winner',
  perfect: 'Perfect',
};

export type Players = Record<Player, string>;

export const players = stored<Players>(
  'players',
  { X: 'person', O: 'level-4' },
  (value): value is Players => {
    const { X, O } = (value ?? {}) as Partial<Players>;
    return [X, O].every((name) => name !== undefined && name in playerNames);
  },
);

export const hints = stored('hints', true, (value): value is boolean => typeof value === 'boolean');

/** Whether the computer may move when it is its turn: not while someone looks around in a game. */
export const running = signal(false);
/** A best line, walked through beside the game; at is the number of its moves on the board. */
export const preview = signal<{ from: string; moves: readonly MoveValue[]; at: number } | null>(null);
/** Why the computer could not move. */
export const computerError = signal('');

/** The official board where it is solved, else the largest that needs no table. */
function defaultRules(): Rules {
  const official = boards.value?.boards.find(({ rules }) => rules === '5x5');
  return parseRules(official?.status === 'ready' ? '5x5' : '4x4');
}

const opened = computed<GameLink | InputError>(() => {
  try {
    return parseGameLink(address.value.parameters) ?? { game: newGame(defaultRules()), at: 0 };
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
});

export const linkError = computed(() => (opened.value instanceof InputError ? opened.value.message : null));

/** The game on the board: the last one that could be opened, also while another page is shown. */
const link = signal<GameLink>({ game: newGame(parseRules('4x4')), at: 0 });
effect(() => {
  if (address.value.path === '/' && !(opened.value instanceof InputError)) link.value = opened.value;
});

export const game = computed(() => link.value.game);
export const at = computed(() => link.value.at);
export const rules = computed(() => game.value.rules);
export const playHref = computed(() => gameLink(link.value));

export const position = computed((): Position => game.value.positions[at.value]!);
export const winnerNow = computed(() => winner(rules.value, position.value));
export const isComputer = (player: Player): boolean => players.value[player] !== 'person';

function show(next: GameLink, run: boolean, how: 'push' | 'replace' = 'replace'): void {
  batch(() => {
    preview.value = null;
    computerError.value = '';
    running.value = run;
    go(gameLink(next), how);
  });
}

/** Opens a game at its end. */
export const open = (next: Game, run: boolean): void =>
  show({ game: next, at: next.moves.length }, run, 'push');

export const jump = (to: number): void => show({ game: game.value, at: to }, false);

export function makeMove(move: Move): void {
  const next = withMove(firstMoves(game.value, at.value), move);
  show({ game: next, at: next.moves.length }, true);
}

/** Drops what follows in the game and lets the computer move. */
export function playOn(): void {
  show({ game: firstMoves(game.value, at.value), at: at.value }, true);
}

/** Back or forward to where a person is to move; one move when no person plays. */
export function stepTarget(direction: 1 | -1): number {
  const { positions, moves } = game.value;
  const inside = (to: number) => to >= 0 && to <= moves.length;
  const persons = !isComputer('X') || !isComputer('O');
  let to = at.value + direction;
  while (persons && inside(to + direction) && isComputer(positions[to]!.toMove)) to += direction;
  return inside(to) ? to : at.value;
}

export const repetitions = computed(() => {
  const text = positionText(rules.value, position.value);
  return game.value.positions.slice(0, at.value + 1).filter((one) => positionText(rules.value, one) === text)
    .length;
});

/** Two computers could go on for ever in a drawn game. */
const goesRound = computed(() => isComputer('X') && isComputer('O') && repetitions.value >= 3);

export const computersTurn = computed(
  () => isComputer(position.value.toMove) && !winnerNow.value && tableState(rules.value) === 'ready',
);

export const thinking = computed(
  () =>
    running.value && computersTurn.value && !goesRound.value && !preview.value && address.value.path === '/',
);

/** Long enough to watch the move before. */
const pause = matchMedia('(prefers-reduced-motion: reduce)').matches ? 100 : 900;

effect(() => {
  if (!thinking.value || silent.value) return;
  void comebacks.value;
  const asked = link.value;
  const seed = Math.floor(Math.random() * 2 ** 31);
  const text = positionText(rules.value, position.value);
  const isStillAsked = () => thinking.peek() && link.peek() === asked;
  void Promise.all([
    api.play(rulesName(rules.value), text, players.value[position.value.toMove], seed),
    new Promise((resolve) => setTimeout(resolve, at.value === 0 ? 0 : pause)),
  ])
    .then(([{ move }]) => isStillAsked() && makeMove(parseMove(rules.peek(), move)))
    .catch((error: Error) => {
      if (error instanceof Refused && isStillAsked()) computerError.value = error.message;
    });
});
