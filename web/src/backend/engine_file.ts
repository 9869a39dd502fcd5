// SPDX-License-Identifier: MIT
//
// The engine on its way into the browser: fetched and compiled once, for all workers.

/** Why there is no engine, in a sentence without its end; and whether trying again may help. */
export class NoEngine extends Error {
  constructor(
    message: string,
    readonly mayPass: boolean,
  ) {
    super(message);
  }
}

// A function that makes a vector of one byte: what a browser without SIMD does not understand.
const withSimd = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 0, 1, 0x7b],
  ...[3, 2, 1, 0],
  ...[10, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x0f, 0x0b],
]);

export async function loadEngine(url: string): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === 'undefined')
    throw new NoEngine('This browser cannot run the engine: it has no WebAssembly', false);
  if (!WebAssembly.validate(withSimd))
    throw new NoEngine('This browser cannot run the engine: its WebAssembly has no SIMD', false);
  // What is wrong in the browser's cache may be right at its source.
  return load(url, 'default').catch(() => load(url, 'reload'));
}

async function load(url: string, cache: RequestCache): Promise<WebAssembly.Module> {
  const response = await fetch(url, { cache }).catch(() => null);
  if (!response) throw new NoEngine('The engine could not be loaded', true);
  if (!response.ok)
    throw new NoEngine(`The engine is not where it should be (the server says ${response.status})`, true);
  const bytes = await response.arrayBuffer().catch(() => new ArrayBuffer(0));
  return WebAssembly.compile(bytes).catch(() => {
    throw new NoEngine('The engine did not arrive whole, or this browser does not understand it', true);
  });
}
