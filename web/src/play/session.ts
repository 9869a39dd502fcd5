// SPDX-License-Identifier: MIT
//
// The game that is being played. Game and place in it are the address itself; who plays and whether values are
// shown is kept by the browser.
import { batch, computed, effect, signal } from '@preact/signals';
import { address, go, travels, type Way } from '../address';
import { api, comebacks, Refused, silent } from '../api';
import { parseMove, positionText, type Move } from '../game/position';
import { firstMoves, newGame, withMove, type Game } from '../game/record';
import { InputError, parseRules, rulesName, type Rules } from '../game/rules';
import { gameLink, parseGameLink, type GameLink } from '../link';
import { stored } from '../stored';
import { boards, tableState } from '../tables';
import { isPlayers, type Players } from './players';
import { stepTarget, viewOf, type Preview } from './view';

export const players = stored<Players>('players', { X: 'person', O: 'level-4' }, isPlayers);
export const hints = stored('hints', true, (value): value is boolean => typeof value === 'boolean');

/** Whether the computer may move when it is its turn: not while someone looks around in a game. */
export const running = signal(false);
effect(() => {
  void travels.value;
  running.value = false;
});
export const preview = signal<Preview | null>(null);
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

/** Everything that follows from the state here and is shown. */
export const view = computed(() =>
  viewOf({
    game: game.value,
    at: at.value,
    players: players.value,
    table: tableState(rules.value),
    hints: hints.value,
    preview: preview.value,
    running: running.value && address.value.path === '/',
  }),
);
export const position = computed(() => view.value.position);

function show(next: GameLink, run: boolean, way: Way = 'step'): void {
  batch(() => {
    preview.value = null;
    computerError.value = '';
    running.value = run;
    go(gameLink(next), way);
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

export const step = (direction: 1 | -1): void => jump(stepTarget(view.value, direction));

const isThinking = computed(() => view.value.isThinking);

/** Long enough to watch the move before. */
const pause = matchMedia('(prefers-reduced-motion: reduce)').matches ? 100 : 900;

effect(() => {
  if (!isThinking.value || silent.value) return;
  void comebacks.value;
  const asked = link.value;
  const seed = Math.floor(Math.random() * 2 ** 31);
  const text = positionText(rules.value, position.value);
  const isStillAsked = () => isThinking.peek() && link.peek() === asked;
  void Promise.all([
    api.play(rulesName(rules.value), text, players.value[position.value.toMove], seed),
    new Promise((resolve) => setTimeout(resolve, at.value === 0 ? 0 : pause)),
  ])
    .then(([{ move }]) => isStillAsked() && makeMove(parseMove(rules.peek(), move)))
    .catch((error: Error) => {
      if (error instanceof Refused && isStillAsked()) computerError.value = error.message;
    });
});
