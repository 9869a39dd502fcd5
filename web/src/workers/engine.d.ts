// SPDX-License-Identifier: MIT
//
// What the page uses of the engine in WebAssembly, whose files are where vite.config.ts says.
declare module '@engine/engine.js' {
  /** fatal: the engine cannot be used any more. */
  export class EngineError extends Error {
    readonly fatal: boolean;
  }
  export class Engine {
    static create(module: WebAssembly.Module): Promise<Engine>;
    readonly version: string;
    readonly mostCells: number;
    ask(method: string, target: string, body?: string): { status: number; body: string };
    solve(rules: string, onProgress?: (share: number) => void): void;
    save(rules: string): Uint8Array<ArrayBuffer>;
    load(bytes: Uint8Array): string;
    solved(): string[];
  }
}
declare module '@engine/engine.wasm?url' {
  const url: string;
  export default url;
}
