// SPDX-License-Identifier: MIT
//
// Loads engine.wasm and makes its functions a class. No DOM: it runs in a worker of a browser, and in Node.js. The little
// that the C library wants of a system (WASI) is at the end: a clock, random numbers, and a place for last words.

/** One plain sentence. When it is `fatal`, the engine is of no more use. */
export class EngineError extends Error {
  /** @param {string} message @param {{fatal?: boolean, cause?: unknown}} [options] */
  constructor(message, { fatal = false, cause } = {}) {
    super(message, { cause });
    this.name = 'EngineError';
    this.fatal = fatal;
  }
}

const outOfMemory = 'There is not enough memory for this: close other pages, or choose a smaller board.';
const broken = 'The engine has stopped because of a mistake in it: load the page again.';

// What a function of the module returns.
const done = 0;
const refused = 1;

const progressInterval = 20; // in milliseconds

export class Engine {
  #wasm;
  #words;
  #onProgress = undefined;
  #lastProgress = 0;
  #fatal = undefined;

  /** Use create(). */
  constructor(module) {
    this.#words = new LastWords();
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: wasi(() => this.#wasm.memory, this.#words),
      quixo: { progress: (share) => this.#progress(share) },
    });
    this.#wasm = instance.exports;
    this.#call(() => this.#wasm._initialize());
    this.#call(() => this.#wasm.quixo_version());
    this.version = this.#text();
    this.mostCells = this.#wasm.quixo_most_cells();
  }

  static async create(source) {
    return new Engine(await compile(source));
  }

  ask(method, target, body = '') {
    const status = this.#call(() =>
      this.#wasm.quixo_ask(...this.#put(method), ...this.#put(target), ...this.#put(body)),
    );
    if (status === 0) throw new EngineError(outOfMemory);
    return { status, body: this.#text() };
  }

  solve(rules, onProgress) {
    this.#onProgress = onProgress;
    this.#lastProgress = 0;
    try {
      this.#run(() => this.#wasm.quixo_solve(...this.#put(rules)));
    } finally {
      this.#onProgress = undefined;
    }
  }

  save(rules) {
    this.#run(() => this.#wasm.quixo_save(...this.#put(rules)));
    return this.#result().slice();
  }

  load(bytes) {
    this.#run(() => this.#wasm.quixo_load(...this.#put(bytes)));
    return this.#text();
  }

  solved() {
    this.#run(() => this.#wasm.quixo_solved());
    return this.#text().split('\n').slice(0, -1);
  }

  signature(rules) {
    this.#run(() => this.#wasm.quixo_signature(...this.#put(rules)));
    return this.#text();
  }

  /** A text or bytes in the memory of the module, which frees them: address and size. */
  #put(argument) {
    const bytes = typeof argument === 'string' ? new TextEncoder().encode(argument) : argument;
    const address = this.#wasm.quixo_allocate(bytes.length) >>> 0;
    if (address === 0) throw new EngineError(outOfMemory);
    new Uint8Array(this.#wasm.memory.buffer, address, bytes.length).set(bytes);
    return [address, bytes.length];
  }

  /** What the last call left. Later calls overwrite it. */
  #result() {
    return new Uint8Array(
      this.#wasm.memory.buffer,
      this.#wasm.quixo_result() >>> 0,
      this.#wasm.quixo_result_bytes(),
    );
  }

  #text() {
    return new TextDecoder().decode(this.#result());
  }

  /** Calls a function that may refuse. */
  #run(work) {
    const outcome = this.#call(work);
    if (outcome === refused) throw new EngineError(this.#text());
    if (outcome !== done) throw new EngineError(outOfMemory);
  }

  /** Calls a function that may crash. */
  #call(work) {
    if (this.#fatal) throw this.#fatal;
    try {
      return work();
    } catch (error) {
      if (
        error instanceof WebAssembly.RuntimeError ||
        error instanceof WebAssembly.Exception ||
        error instanceof Exit
      )
        throw this.#end(
          broken,
          new Error(`${error.message ?? ''} ${this.#words.text}`.trim(), { cause: error }),
        );
      throw error;
    }
  }

  /** From now on every call fails like this. */
  #end(message, cause) {
    this.#fatal = new EngineError(message, { fatal: true, cause });
    return this.#fatal;
  }

  #progress(share) {
    const now = performance.now();
    if (!this.#onProgress || now < this.#lastProgress + progressInterval) return;
    this.#lastProgress = now;
    this.#onProgress(share);
  }
}

async function compile(source) {
  if (typeof WebAssembly !== 'object')
    throw new EngineError('This browser has no WebAssembly, which the engine needs.', { fatal: true });
  if (source instanceof WebAssembly.Module) return source;
  if (!(source instanceof ArrayBuffer) && !ArrayBuffer.isView(source)) source = await received(source);
  try {
    return await WebAssembly.compile(source);
  } catch (cause) {
    const message = hasSimd()
      ? 'The engine cannot be started: it has not arrived whole, or this browser is too old for it.'
      : 'This browser is too old for the engine, which needs the SIMD instructions of WebAssembly.';
    throw new EngineError(message, { fatal: true, cause });
  }
}

/** The bytes of a response, or of a promise of one. */
async function received(response) {
  try {
    const answer = await response;
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return await answer.arrayBuffer();
  } catch (cause) {
    throw new EngineError('The engine could not be fetched: try again when there is a connection.', {
      fatal: true,
      cause,
    });
  }
}

/** A module of one function that makes a vector: (func (result v128) (i32x4.splat (i32.const 0))). */
function hasSimd() {
  // prettier-ignore
  return WebAssembly.validate(new Uint8Array([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // magic, version
    1, 5, 1, 0x60, 0, 1, 0x7b, // a type
    3, 2, 1, 0, // a function of it
    10, 8, 1, 6, 0, 0x41, 0, 0xfd, 17, 0x0b, // its code
  ]));
}

/** The C library ends the program. */
class Exit {
  constructor(code) {
    this.message = `exit ${code}`;
  }
}

/** What it says before. */
class LastWords {
  text = '';
  add(bytes) {
    this.text = (this.text + new TextDecoder().decode(bytes)).slice(-1000);
  }
}

/** The functions of WASI that the module imports, of a system with a clock, and without files, arguments or environment. */
function wasi(memory, words) {
  const badFile = 8;
  const notSupported = 58;
  const view = () => new DataView(memory().buffer);
  return {
    clock_time_get(clock, _precision, time) {
      const now = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(time, BigInt(Math.round(now * 1e6)), true);
      return 0;
    },
    // For puzzles and players: nothing here is secret.
    random_get(address, size) {
      const bytes = new Uint8Array(memory().buffer, address, size);
      bytes.forEach((_, i) => (bytes[i] = Math.random() * 256));
      return 0;
    },
    fd_write(_file, parts, count, written) {
      let sum = 0;
      for (let i = 0; i < count; ++i) {
        const size = view().getUint32(parts + 8 * i + 4, true);
        words.add(new Uint8Array(memory().buffer, view().getUint32(parts + 8 * i, true), size));
        sum += size;
      }
      view().setUint32(written, sum, true);
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    sched_yield: () => 0,
    poll_oneoff: () => notSupported,
    fd_close: () => badFile,
    fd_seek: () => badFile,
    fd_prestat_get: () => badFile,
    fd_prestat_dir_name: () => badFile,
    proc_exit(code) {
      throw new Exit(code);
    },
  };
}
