// SPDX-License-Identifier: MIT
//
// Where the built programs are, and how one is run: on this machine, and as WebAssembly.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WASI } from 'node:wasi';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const program = process.env.QUIXO ?? join(root, 'build/release/apps/quixo');
export const engineFile = join(root, 'build/wasm/engine.wasm');

export const native = (name, args = []) =>
  execFileSync(join(root, `build/release/tests/wasm/wasm_${name}`), args, { encoding: 'utf8' });

export async function asWebAssembly(name, args = []) {
  const folder = mkdtempSync(join(tmpdir(), 'quixo-wasm-'));
  const output = join(folder, 'output');
  const file = openSync(output, 'w');
  try {
    const wasi = new WASI({ version: 'preview1', args: [name, ...args], stdout: file, returnOnExit: true });
    const module = await WebAssembly.compile(readFileSync(join(root, `build/wasm/${name}.wasm`)));
    const code = wasi.start(
      await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport }),
    );
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
    return readFileSync(output, 'utf8');
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}
