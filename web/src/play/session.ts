// SPDX-License-Identifier: MIT
//
// The game that is being played. Game and place in it are the address itself; who plays and how it is looked at
// is kept by the browser.
import { batch, computed, effect, signal } from '@preact/signals';
import { address, go, travels, type Way } from '../address';
import { api } from '../api';
import { comebacks, Silent, silent } from '../backend/backend';
import { boardMoving } from '../board/moving';
import { parseMove, positionText, type Move } from '../game/position';
import { firstMoves, newGame, withMove, type Game } from '../game/record';
import { InputError, parseRules, rulesName } from '../game/rules';
import { gameLink, isMode, parseGameLink, type GameLink, type Mode } from '../link';
import { stored } from '../stored';
import { computersOn, tableState } from '../tables';
import { defaultComputer, human, isPlayers, seated, titleOf, type Players } from './players';
import { stepTarget, viewOf, type Preview } from './view';

const chosen = stored<Players>('players', { X: human, O: defaultComputer }, isPlayers);

/** Play hides what moves are worth; Explore shows everything. */
export const mode = stored<Mode>('mode', 'play', isMode);

/** Whether the computer may move when it is its turn: not while someone looks around in a game. */
export const running = signal(false);
effect(() => {
  void travels.value;
  running.value = false;
});
export const preview = signal<Preview | null>(null);
/** Why the computer could not move. */
export const failure = signal('');
/** Whether a hint was asked for where the game stands. */
export const hint = signal(false);

const opened = computed<GameLink | InputError>(() => {
  try {
    return parseGameLink(address.value.parameters) ?? { game: newGame(parseRules('5x5')), at: 0 };
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
});

export const linkError = computed(() => (opened.value instanceof InputError ? opened.value.message : null));

/** The game on the board: the last one that could be opened, also while another page is shown. */
const link = signal<GameLink>({ game: newGame(parseRules('5x5')), at: 0 });
effect(() => {
  if (address.value.path !== '' || opened.value instanceof InputError) return;
  const { game, at, mode: wanted } = opened.value;
  link.value = { game, at };
  hint.value = false;
  if (!wanted) return;
  mode.value = wanted;
  go(gameLink(link.peek()), 'replace');
});

export const game = computed(() => link.value.game);
export const at = computed(() => link.value.at);
export const rules = computed(() => game.value.rules);
export const playHref = computed(() => gameLink(link.value));

export const computers = computed(() => computersOn(rules.value));
/** Who sits at the board: who was chosen, if they play on it. */
export const players = computed(() => seated(chosen.value, computers.value));
export const seat = (next: Players): void => void (chosen.value = next);
export const playerTitle = (name: string): string => titleOf(name, computers.value);

/** Everything that follows from the state here and is shown. */
export const view = computed(() =>
  viewOf({
    game: game.value,
    at: at.value,
    players: players.value,
    table: tableState(rules.value),
    mode: mode.value,
    preview: preview.value,
    running: running.value && address.value.path === '',
    failure: failure.value,
    silent: silent.value,
    moving: boardMoving.value,
  }),
);
export const position = computed(() => view.value.position);

function show(next: GameLink, run: boolean, way: Way = 'step'): void {
  batch(() => {
    preview.value = null;
    failure.value = '';
    running.value = run;
    go(gameLink(next), way);
  });
}

/** Opens a game at its end. */
export const open = (next: Game, run: boolean): void =>
  show({ game: next, at: next.moves.length }, run, 'push');

/** A new game on the same board, from where this one began. */
export function rematch(next: Players): void {
  batch(() => {
    seat(next);
    open(newGame(rules.value, game.value.positions[0]!), true);
  });
}

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

/** Shows one good move, or hides it again. */
export function askHint(): void {
  if (view.value.mayHint) hint.value = !hint.value;
}

const isThinking = computed(() => view.value.isThinking);

/** Long enough to watch the move before. */
const pause = matchMedia('(prefers-reduced-motion: reduce)').matches ? 100 : 900;
/** What the searcher may take for a move; the others take no time. */
const searcherTime = 1500;

effect(() => {
  if (!isThinking.value || silent.value) return;
  void comebacks.value;
  const asked = link.value;
  const seed = Math.floor(Math.random() * 2 ** 31);
  const text = positionText(rules.value, position.value);
  const player = players.value[position.value.toMove];
  const isStillAsked = () => isThinking.peek() && link.peek() === asked;
  void Promise.all([
    api.play(rulesName(rules.value), text, player, seed, player === 'searcher' ? searcherTime : undefined),
    new Promise((resolve) => setTimeout(resolve, at.value === 0 ? 0 : pause)),
  ])
    .then(([{ move }]) => isStillAsked() && makeMove(parseMove(rules.peek(), move)))
    .catch((error: Error) => {
      if (!(error instanceof Silent) && isStillAsked()) failure.value = error.message;
    });
});
