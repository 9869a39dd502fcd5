// SPDX-License-Identifier: MIT
//
// One worker with an engine, and those who wait for it. It does one job at a time, the urgent ones first. A job that
// nobody wants any more is dropped; where it has begun and another one waits, the worker is ended and a new one
// begun, which takes a moment only, for nothing else stops an engine that is at work. A worker that dies, by itself
// or for want of memory, is begun anew as well, and its job is tried once more.
import type { About, EngineAnswer, Job, Said } from '../workers/protocol';
import { Refused, Silent } from './backend';

/** So long without a word, and a worker is taken for dead. */
const patience = 90_000;

const died = 'The engine stopped twice at this. The browser may be short of memory.';

/** The job as it is to be sent now: `has` are the boards that the worker knows. */
type MakeJob = (has: ReadonlySet<string>) => Job;

export interface Wishes {
  /** Smaller is sooner. */
  urgency?: number;
  signal?: AbortSignal | undefined;
  onProgress?: (share: number) => void;
}

interface Waiting extends Wishes {
  makeJob: MakeJob;
  isSecondTry: boolean;
  resolve: (value: unknown) => void;
  reject: (why: Error) => void;
}

/** What the jobs of each kind give. */
interface Values {
  ask: EngineAnswer;
  load: string;
  solve: Uint8Array;
}

export class Lane {
  private worker: Worker | null = null;
  private readonly has = new Set<string>();
  private running: Waiting | null = null;
  private waiting: Waiting[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `onStart` hears what the engine says of itself. */
  constructor(
    private readonly makeWorker: () => Worker,
    private readonly module: WebAssembly.Module,
    private readonly onStart: (about: About) => void,
  ) {}

  /** Rejects with Refused, with Silent when nobody wants it any more. */
  run<Kind extends keyof Values>(
    makeJob: (has: ReadonlySet<string>) => Job & { kind: Kind },
    wishes: Wishes = {},
  ): Promise<Values[Kind]> {
    return new Promise<Values[Kind]>((resolve, reject) => {
      const one: Waiting = {
        ...wishes,
        makeJob,
        isSecondTry: false,
        resolve: resolve as (value: unknown) => void,
        reject,
      };
      if (wishes.signal?.aborted) return reject(new Silent());
      wishes.signal?.addEventListener('abort', () => this.drop(one));
      this.waiting.push(one);
      this.waiting.sort((a, b) => (a.urgency ?? 0) - (b.urgency ?? 0));
      this.next();
    });
  }

  /** Whether what it does now is wanted by nobody. */
  private isIdleWork(): boolean {
    return this.running?.signal?.aborted ?? false;
  }

  private drop(one: Waiting): void {
    one.reject(new Silent());
    this.waiting = this.waiting.filter((other) => other !== one);
    this.next();
  }

  private next(): void {
    if (this.waiting.length === 0) return;
    if (this.isIdleWork()) this.end();
    if (this.running) return;
    this.running = this.waiting.shift()!;
    if (this.worker) return this.send(this.running.makeJob(this.has));
    this.worker = this.makeWorker();
    this.worker.onmessage = ({ data }: MessageEvent<Said>) => this.onSaid(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.onDeath();
    };
    this.send({ kind: 'start', module: this.module });
  }

  private send(job: Job): void {
    this.listen();
    const board = job.kind === 'ask' ? job.board?.rules : job.kind === 'solve' ? job.rules : undefined;
    if (board) this.has.add(board);
    this.worker!.postMessage(job);
  }

  private listen(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.onDeath(), patience);
  }

  private onSaid(said: Said): void {
    this.listen();
    if ('share' in said) return this.running?.onProgress?.(said.share);
    if ('error' in said)
      return said.fatal ? this.onDeath() : this.finish((one) => one.reject(new Refused(said.error)));
    const { value } = said;
    if (typeof value === 'object' && 'mostCells' in value) {
      this.onStart(value);
      return this.send(this.running!.makeJob(this.has));
    }
    if (typeof value === 'string') this.has.add(value);
    this.finish((one) => one.resolve(value));
  }

  private finish(tell: (one: Waiting) => void): void {
    clearTimeout(this.timer);
    const one = this.running!;
    this.running = null;
    tell(one);
    this.next();
  }

  /** Ends the worker and what it does. */
  private end(): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.has.clear();
    this.running = null;
  }

  private onDeath(): void {
    const one = this.running;
    this.end();
    if (one?.isSecondTry) one.reject(new Refused(died));
    else if (one && !one.signal?.aborted) this.waiting.unshift(Object.assign(one, { isSecondTry: true }));
    this.next();
  }
}
