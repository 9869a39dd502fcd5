// SPDX-License-Identifier: MIT
//
// Two builds of one page: the one that is built into `quixo serve`, and with `--mode site` the one that needs no
// server (docs/site.md).
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { finishSite } from './site_files';

/** All that the site is made of comes from where it is; only answers may come from elsewhere. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; " +
  "connect-src 'self' https: http:; manifest-src 'self'; base-uri 'none'; form-action 'none'";

const engine = process.env.QUIXO_ENGINE;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function site(): Plugin {
  let folder = '';
  return {
    name: 'site',
    configResolved: ({ root, build }) =>
      void (folder = fileURLToPath(new URL(build.outDir + '/', `file://${root}/`))),
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => ({
        html: html.replace('/src/main.tsx', '/src/site.tsx'),
        tags: [
          {
            tag: 'meta',
            attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
            injectTo: 'head-prepend',
          },
        ],
      }),
    },
    writeBundle: () => finishSite(folder),
  };
}

export default defineConfig(({ mode }) => ({
  esbuild: { jsx: 'automatic' as const, jsxImportSource: 'preact' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions:
      mode === 'site'
        ? {
            input: { index: 'index.html', sw: 'src/workers/service_worker.ts' },
            output: {
              entryFileNames: ({ name }: { name: string }) =>
                name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js',
            },
          }
        : {},
  },
  // `npm run dev` shows the page while it is being written; `quixo serve` must run beside it.
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  test: { include: ['src/**/*.test.ts'] },
  // The engine in WebAssembly: what loads it, and what `make wasm` leaves; or both in another folder.
  resolve: {
    alias: [
      { find: '@engine/engine.js', replacement: engine ? `${engine}/engine.js` : here('../wasm/engine.js') },
      // What comes after the name, ?url, stays.
      { find: '@engine/engine.wasm', replacement: `${engine ?? here('../build/wasm')}/engine.wasm` },
    ].map(({ find, replacement }) => ({ find: new RegExp(`^${find}`), replacement })),
  },
  ...(mode === 'site' && { base: './', worker: { format: 'es' as const }, plugins: [site()] }),
}));
