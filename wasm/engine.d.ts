// SPDX-License-Identifier: MIT
//
// What engine.js offers: the engine of the library in one thread.

export interface Answer {
  /** As in HTTP: 200, 400, 404 ... */
  status: number;
  /** JSON, as `quixo serve` sends it; of a failure {"error": {"status": ..., "message": ...}}. */
  body: string;
}

/** One plain sentence: rules that are none, a board that is too large, damaged bytes, no more memory, an engine that does not start. */
export class EngineError extends Error {
  /** The engine is of no more use: make a new one. */
  readonly fatal: boolean;
}

export class Engine {
  /** Fetches, compiles and starts it. Throws EngineError when the bytes are no engine or the browser is too old for it. */
  static create(source: Response | Promise<Response> | BufferSource | WebAssembly.Module): Promise<Engine>;

  /** Of the library. */
  readonly version: string;
  /** The largest board that solve() takes, in cells. */
  readonly mostCells: number;

  /**
   * Answers as `quixo serve` does (docs/api.md), from the boards that were solved or loaded, and about others by search, which may
   * take some seconds. What is wrong with a request is said by a status.
   */
  ask(method: string, target: string, body?: string): Answer;

  /** Solves a board, with distances: some seconds for 4x4, and nothing at all when it is solved already. onProgress gets 0 to 1, now and then. */
  solve(rules: string, onProgress?: (share: number) => void): void;

  /** A solved board as bytes: a byte a position, 5.9 MB for 4x4. */
  save(rules: string): Uint8Array<ArrayBuffer>;
  /** Takes back what save() gave, and returns the name of the rules. Throws EngineError when the bytes are not whole, or of another version. */
  load(bytes: Uint8Array): string;

  /** The names of the boards that are solved or loaded. */
  solved(): string[];
  /** The signature of a solved board, as `quixo solve` prints it. */
  signature(rules: string): string;
}
