// SPDX-License-Identifier: MIT
//
// What the page and the worker with the engine say to each other.

/** What the worker is to do. It does one thing at a time, and the page sends the next when it has the answer. */
export type Job =
  | { kind: 'start'; module: WebAssembly.Module }
  /** A request of the API. `board` must be solved first: from these bytes or, where there are none, on the spot. */
  | {
      kind: 'ask';
      method: string;
      target: string;
      body?: string | undefined;
      board?: { rules: string; bytes?: Uint8Array | undefined } | undefined;
    }
  | { kind: 'load'; bytes: Uint8Array }
  /** Solves a board, and gives its bytes. */
  | { kind: 'solve'; rules: string };

/** What an engine says of itself. */
export interface About {
  version: string;
  mostCells: number;
}

export interface EngineAnswer {
  status: number;
  body: string;
}

/** What comes of a job: at last a value or an error, and before that perhaps how much is done. */
export type Said =
  | { share: number }
  | { value: About | EngineAnswer | Uint8Array | string }
  /** fatal: the engine cannot be used any more. */
  | { error: string; fatal: boolean };
