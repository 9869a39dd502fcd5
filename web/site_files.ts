// SPDX-License-Identifier: MIT
//
// What makes a site of the files that Vite has built: a folder with an index.html for each page, because a server of
// files knows nothing else, and in the service worker the list of all files with their digests.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const pages = ['puzzles', 'statistics'];
const serviceWorker = 'sw.js';

export function finishSite(folder: string): void {
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  for (const page of pages) {
    mkdirSync(join(folder, page), { recursive: true });
    writeFileSync(join(folder, page, 'index.html'), index.replaceAll('"./', '"../'));
  }
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path !== serviceWorker && statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  const files = paths.map((path) => [
    path,
    'sha256-' +
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('base64'),
  ]);
  const list = JSON.stringify(files);
  const version = createHash('sha256').update(list).digest('hex').slice(0, 16);
  const code = readFileSync(join(folder, serviceWorker), 'utf8');
  writeFileSync(
    join(folder, serviceWorker),
    `const siteFiles = ${list};\nconst siteVersion = ${JSON.stringify(version)};\n${code}`,
  );
}
