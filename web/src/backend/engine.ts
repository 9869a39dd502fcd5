// SPDX-License-Identifier: MIT
//
// The answers of the engine in this browser. Two workers have one each: one answers what somebody waits for, the other
// solves boards and does what takes long, so that play goes on meanwhile. Boards of a few cells are solved when they
// are asked for. Larger ones take seconds: until then a search answers, and what was solved is kept for the next
// visit. Boards that no browser can solve are searched, or asked for from a server elsewhere that has their tables.
import { effect } from '@preact/signals';
import type { Board, Boards, Solving } from '../api';
import { InputError, parseRules, rulesName, rulesTitle, type Rules } from '../game/rules';
import { say } from '../messages';
import type { About, EngineAnswer } from '../workers/protocol';
import {
  comebacks,
  grow,
  newTables,
  Refused,
  Silent,
  type Backend,
  type Question,
  type Reply,
} from './backend';
import { loadEngine, NoEngine } from './engine_file';
import { forget, keep, takeKept } from './kept';
import { Lane } from './lane';
import { Remote, remoteText, parseRemote, Unusable } from './remote';

/** Boards of up to this many cells are solved in less time than it takes to say so. */
const cellsAtOnce = 12;
/** The engine's own limit. */
const mostCells = 16;

/** So long the page is silent on an engine that is on its way. */
const quietFor = 500;
/** So long a question waits to know whether a server elsewhere has the table. */
const waitFor = 3000;
/** How often to look whether a server elsewhere is back. */
const knockEvery = 30_000;

/** What somebody waits for, the most urgent first. All else is done by the other worker. */
const urgent = ['play', 'position', 'line', 'statistics'];
/** What a search cannot answer, or not in the same way. */
const fromTables = ['statistics', 'random', 'puzzle'];

interface Engines {
  about: About;
  front: Lane;
  back: Lane;
}

/** A board that takes seconds to solve. */
interface Solve {
  state: 'looking' | 'solving' | 'solved' | 'failed';
  share: number;
  since: number;
  message: string | null;
  /** When it is known whether it was kept. */
  looked: Promise<unknown>;
  /** When it is solved, or not to be solved. */
  ended: Promise<unknown>;
}

export class EngineBackend implements Backend {
  readonly isServer = false;
  private engines: Promise<Engines>;
  private hasFailed = false;
  private readonly tables = new Map<string, Uint8Array>();
  private readonly solves = new Map<string, Solve>();
  private remote: Remote | null = null;
  private connecting: Promise<void> = Promise.resolve();

  constructor(
    private readonly engineUrl: string,
    private readonly makeWorker: () => Worker,
  ) {
    this.engines = this.start();
    effect(() => {
      this.connecting = this.connect(remoteText.value);
    });
    addEventListener('online', () => {
      if (this.hasFailed) this.startAgain();
      if (!this.remote) void this.connect(remoteText.peek());
    });
  }

  /** Has a board solved before anybody asks. */
  prepare(rules: Rules): void {
    if (isSolvable(rules) && cellsOf(rules) > cellsAtOnce)
      void this.engines.then(({ about }) => this.begin(rulesName(rules), about)).catch(() => undefined);
  }

  async send(question: Question): Promise<Reply> {
    const route = /^\/api\/v1\/([a-z]+)/.exec(question.target)?.[1] ?? '';
    if (route === 'boards') return this.boards();
    const rules = rulesOf(question);
    if (rules && !isSolvable(rules))
      await Promise.race([this.connecting, new Promise((resolve) => setTimeout(resolve, waitFor))]);
    if (rules && route !== 'solve' && this.remote && this.asksRemote(rules)) {
      const reply = await this.askRemote(this.remote, question, route, rules);
      if (reply) return reply;
    }
    const engines = await this.engines.catch((error: Error) => {
      throw new Refused(`${error.message}.`);
    });
    if (route === 'solve') return this.progress(engines, question, rules);
    return this.ask(engines, question, route, rules);
  }

  // The engine.

  private async start(): Promise<Engines> {
    const timer = setTimeout(
      () => say('engine', { text: 'The engine is on its way. Two people can play meanwhile.' }),
      quietFor,
    );
    try {
      const module = await loadEngine(this.engineUrl);
      let about: About | undefined;
      const lane = () => new Lane(this.makeWorker, module, (said) => (about = said));
      const [front, back] = [lane(), lane()];
      await front
        .run(() => ({ kind: 'ask', method: 'GET', target: '/api/v1/health' }))
        .catch((error: Error) => {
          throw new NoEngine(`The engine does not start: ${error.message.replace(/\.$/, '')}`, true);
        });
      say('engine', null);
      this.hasFailed = false;
      return { about: about!, front, back };
    } catch (error) {
      const { message, mayPass } = error as NoEngine;
      this.hasFailed = true;
      say('engine', {
        text: `${message}. Two people can play here; nobody else answers.`,
        ...(mayPass && { action: { title: 'Try again', act: () => this.startAgain() } }),
        closes: true,
      });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private startAgain(): void {
    this.engines = this.start();
    this.engines.then(
      () => grow(comebacks),
      () => undefined,
    );
  }

  private async ask(
    { about, front, back }: Engines,
    { method, target, body, signal }: Question,
    route: string,
    rules: Rules | null,
  ): Promise<Reply> {
    const name = rules && isSolvable(rules) ? rulesName(rules) : null;
    const isSmall = rules !== null && cellsOf(rules) <= cellsAtOnce;
    const solve = name && !isSmall ? this.begin(name, about) : null;
    await solve?.looked;
    if (fromTables.includes(route)) await solve?.ended;
    const urgency = urgent.indexOf(route);
    const isSolving = [...this.solves.values()].some(({ state }) => state === 'solving');
    const lane = urgency >= 0 || isSolving ? front : back;
    const run = async (): Promise<Reply> => {
      const answer: EngineAnswer = await lane.run(
        (has) => {
          const bytes = name === null || has.has(name) ? undefined : this.tables.get(name);
          const isKnown = name !== null && (isSmall || this.tables.has(name));
          return { kind: 'ask', method, target, body, board: isKnown ? { rules: name, bytes } : undefined };
        },
        { urgency: urgency >= 0 ? urgency : urgent.length, signal },
      );
      return { status: answer.status, body: JSON.parse(answer.body) as unknown };
    };
    const reply = await run();
    // A player who needs the table waits for it.
    if (reply.status !== 409 || solve?.state !== 'solving') return reply;
    await solve.ended;
    return run();
  }

  // Boards that take seconds to solve.

  private begin(name: string, { version }: About): Solve {
    const begun = this.solves.get(name);
    if (begun) return begun;
    const looked = this.load(name, version);
    const solve: Solve = { state: 'looking', share: 0, since: 0, message: null, looked, ended: looked };
    solve.ended = looked
      .then(async (isKept) => isKept || (await this.solve(name, version, solve)))
      .then(() => (solve.state = 'solved'))
      .catch((error: Error) => {
        solve.state = 'failed';
        solve.message = error.message;
        say('solving', {
          text: `${titleOf(name)} could not be solved here, and is searched instead. ${error.message}`,
          closes: true,
        });
      })
      .then(() => grow(newTables));
    this.solves.set(name, solve);
    return solve;
  }

  /** Whether the board was kept, and can be used. */
  private async load(name: string, version: string): Promise<boolean> {
    const bytes = await takeKept(version, name);
    if (!bytes) return false;
    const { front } = await this.engines;
    try {
      await front.run(() => ({ kind: 'load', bytes }));
      this.tables.set(name, bytes);
      return true;
    } catch {
      await forget(version, name);
      return false;
    }
  }

  private async solve(name: string, version: string, solve: Solve): Promise<void> {
    const tell = (share: number) => {
      solve.share = share;
      say('solving', { text: `Solving ${titleOf(name)} in this browser. You can play meanwhile.`, share });
    };
    Object.assign(solve, { state: 'solving', since: performance.now() });
    grow(newTables);
    tell(0);
    const { back } = await this.engines;
    const bytes = await back.run(() => ({ kind: 'solve', rules: name }), { onProgress: tell });
    this.tables.set(name, bytes);
    say('solving', null);
    void keep(version, name, bytes).then((isKept) => {
      if (isKept) return;
      const text = `This browser keeps nothing, so ${titleOf(name)} is solved anew at the next visit.`;
      say('storage', { text, closes: true });
    });
  }

  /** How far the solve of a board is, as the API says it. */
  private async progress({ front }: Engines, question: Question, rules: Rules | null): Promise<Reply> {
    const { method, target, body } = question;
    const answer = await front.run(() => ({ kind: 'ask', method, target, body }));
    if (answer.status !== 200) return { status: answer.status, body: JSON.parse(answer.body) as unknown };
    const progress = withNeedsElsewhere(JSON.parse(answer.body) as Solving);
    const solve = rules && this.solves.get(rulesName(rules));
    if (!solve) return { status: 200, body: progress };
    const { state, share, since, message } = solve;
    const seconds = (performance.now() - since) / 1000;
    const isSolving = state === 'solving';
    const said: Partial<Solving> = {
      status: state === 'failed' ? 'failed' : state === 'solved' ? 'ready' : 'solving',
      metric: 'distance',
      share: isSolving ? share : null,
      seconds_left: isSolving && share > 0.05 ? Math.ceil((seconds * (1 - share)) / share) : null,
      message,
    };
    return { status: 200, body: { ...progress, ...said } };
  }

  private async boards(): Promise<Reply> {
    const engines = await this.engines.catch(() => null);
    const elsewhere = this.remote?.boards ?? null;
    if (!engines) {
      if (!elsewhere) throw new Silent();
      return { status: 200, body: { ...elsewhere, can_solve: false } };
    }
    const answer = await engines.front.run(() => ({ kind: 'ask', method: 'GET', target: '/api/v1/boards' }));
    const here = JSON.parse(answer.body) as Boards;
    const players = here.players.map(({ name }) => name);
    const example = here.boards[0]!;
    const listed = new Map(here.boards.map((board) => [board.rules, withNeedsElsewhere(board)]));
    for (const name of this.solves.keys())
      if (!listed.has(name)) listed.set(name, { ...example, ...fieldsOf(parseRules(name)) });
    for (const [name, board] of listed)
      if (isSolvable(parseRules(name))) listed.set(name, { ...board, ...this.statusOf(board, players) });
    for (const board of elsewhere?.boards ?? [])
      if (board.status === 'ready' && this.asksRemote(parseRules(board.rules)))
        listed.set(board.rules, board);
    const body: Boards = {
      players: here.players,
      boards: [...listed.values()],
      can_solve: false,
      read_only: false,
      why_not: `A browser solves boards of up to ${mostCells} cells. Larger tables come from the program quixo, or from a server that has them: see “Tables from elsewhere” below.`,
    };
    return { status: 200, body };
  }

  /** A board that can be solved is as good as solved, as on a server, unless it is just being done or cannot be. */
  private statusOf({ rules, cells }: Board, players: string[]): Partial<Board> {
    const state = cells <= cellsAtOnce ? 'solved' : this.solves.get(rules)?.state;
    if (state === 'failed') return { status: 'missing', metric: null, source: null, tag: null };
    return {
      status: state === 'solving' ? 'solving' : 'ready',
      metric: 'distance',
      source: 'memory',
      tag: state === 'solved' ? 'solved' : null,
      players,
    };
  }

  // A server elsewhere.

  /** Whether it knows more of a board than this browser. */
  private asksRemote(rules: Rules): boolean {
    return this.hasFailed || (!isSolvable(rules) && this.remote!.has(rulesName(rules)));
  }

  /** Its reply; nothing when it cannot be used any more. */
  private async askRemote(
    remote: Remote,
    question: Question,
    route: string,
    rules: Rules,
  ): Promise<Reply | null> {
    try {
      return await remote.send(question, route, rules);
    } catch (error) {
      if (question.signal?.aborted) throw new Silent();
      if (!(error instanceof Unusable)) throw error;
      this.lose(error.message);
      return null;
    }
  }

  private async connect(text: string): Promise<void> {
    this.remote = null;
    if (text === '') {
      say('remote', null);
      grow(newTables);
      return;
    }
    try {
      const remote = new Remote(parseRemote(text));
      await remote.look();
      if (remoteText.peek() !== text) return;
      this.remote = remote;
      say('remote', null);
      grow(newTables);
      if (this.hasFailed) grow(comebacks);
    } catch (error) {
      if (remoteText.peek() !== text) return;
      if (error instanceof InputError) say('remote', { text: `${error.message} ${goesOn}`, closes: true });
      else this.lose((error as Error).message);
    }
  }

  private lose(why: string): void {
    const text = remoteText.peek();
    const again = () => void (this.remote || remoteText.peek() !== text || this.connect(text));
    this.remote = null;
    say('remote', { text: `${why}. ${goesOn}`, action: { title: 'Try again', act: again }, closes: true });
    grow(newTables);
    setTimeout(again, knockEvery);
  }
}

const goesOn = 'The page goes on with what the browser can do.';

const cellsOf = ({ rows, cols }: Rules): number => rows * cols;
const isSolvable = (rules: Rules): boolean => cellsOf(rules) <= mostCells;
const titleOf = (name: string): string => rulesTitle(parseRules(name));

/** What a table takes that cannot be made here, on a machine where it can: that it does not fit here is said once. */
function withNeedsElsewhere<T extends { needs: Board['needs'] }>(said: T): T {
  const { outcome, distance } = said.needs;
  const fits = { fits: true, why: null };
  return { ...said, needs: { outcome: { ...outcome, ...fits }, distance: { ...distance, ...fits } } };
}

const fieldsOf = (rules: Rules) => ({
  rules: rulesName(rules),
  rows: rules.rows,
  cols: rules.cols,
  line: rules.line,
  double_line: rules.doubleWins ? ('wins' as const) : ('loses' as const),
  cells: cellsOf(rules),
  command: `quixo solve ${rulesName(rules)}`,
});

/** The rules that a question is about; none when it names none that there are. */
function rulesOf({ target, body }: Question): Rules | null {
  try {
    if (body === undefined) return parseRules(new URLSearchParams(target.split('?')[1]).get('rules') ?? '');
    const { rules, game } = JSON.parse(body) as { rules?: string; game?: string };
    return parseRules(rules ?? game!.trim().split(/\s/)[0]!);
  } catch {
    return null;
  }
}
