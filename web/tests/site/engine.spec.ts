// SPDX-License-Identifier: MIT
//
// The engine in the browser: on its way, at work, kept, and when something is wrong with it. Whatever it is, the page
// says it in a sentence and the rest goes on.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, humans, move, open, openFirst, siteFolder, status, test } from '../server';

const engineFile = '**/engine-*.wasm';
const message = (page: Page, text: string | RegExp) =>
  page.locator('.messages-one').filter({ hasText: text });
const bar = (page: Page) => page.locator('.messages').getByRole('progressbar');
const moves = (page: Page) => /moves=([\w,]+)/.exec(page.url())?.[1]?.split(',') ?? [];

/** What two people can do on any page of the site. */
async function twoPeoplePlay(page: Page): Promise<void> {
  await move(page, 'a3c3');
  await move(page, 'a1c1');
  await expect(page).toHaveURL(/moves=a3c3,a1c1$/);
}

test('while the engine is on its way two people play', async ({ page, server }) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(engineFile, async (route) => arrived.then(() => route.continue()));
  await open(page, server, '/#rules=3x3', humans, 'play');
  await expect(message(page, 'The engine is on its way.')).toBeVisible();
  await twoPeoplePlay(page);
  arrive();
  await expect(page.locator('.messages-one')).toHaveCount(0);
  await page.getByRole('button', { name: 'Explore', exact: true }).click();
  await expect(page.locator('.moves-move').first()).toBeVisible();
});

test('4×4 is solved with a bar while play goes on, and is there at once at the next visit', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    const seen = { bars: 0, shares: 0, solve: () => {} };
    Object.assign(window, { seen });
    new MutationObserver((changes) => {
      seen.bars += document.querySelectorAll('progress').length;
      seen.shares += changes.filter(({ type }) => type === 'attributes').length;
    }).observe(document, { childList: true, subtree: true, attributeFilter: ['value'] });
    // A slow machine: the solve begins when there was time to look at what goes on meanwhile.
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, job: { kind: string }) {
      if (job.kind === 'solve') seen.solve = () => send.call(this, job);
      else send.call(this, job);
    };
  });
  type Seen = { seen: { bars: number; shares: number; solve: () => void } };
  await openFirst(page, server, '/#rules=4x4', { X: 'human', O: 'level-4' });
  await expect(bar(page)).toBeVisible();
  await expect(message(page, 'Solving 4×4 in this browser. You can play meanwhile.')).toBeVisible();
  // By search, until it is solved.
  await expect(status(page)).toHaveText(/^Nothing within \d+ moves$/);
  await move(page, 'a4d4');
  await expect.poll(() => moves(page).length).toBe(2);
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.evaluate(() => (window as unknown as Seen).seen.solve());
  await expect(bar(page)).toHaveCount(0, { timeout: 80_000 });
  // What was answered by search is told anew.
  await expect(status(page)).toHaveText('X wins in 21 moves');
  await expect(page.locator('.verdict')).toContainText('From the table');
  expect(await page.evaluate(() => (window as unknown as Seen).seen.shares)).toBeGreaterThan(3);

  const begun = Date.now();
  await page.reload();
  await expect(status(page)).toHaveText('X wins in 21 moves');
  expect(Date.now() - begun).toBeLessThan(5000);
  expect(await page.evaluate(() => (window as unknown as Seen).seen.bars)).toBe(0);
});

for (const [what, spoil, words] of [
  [
    'WebAssembly',
    () => void delete (globalThis as { WebAssembly?: object }).WebAssembly,
    'it has no WebAssembly',
  ],
  ['SIMD', () => void (WebAssembly.validate = () => false), 'its WebAssembly has no SIMD'],
] as const)
  test(`in a browser without ${what} two people play`, async ({ page, server }) => {
    await page.addInitScript(spoil);
    await open(page, server, '/#rules=3x3', humans, 'play');
    await expect(message(page, words)).toContainText('Two people can play here');
    await twoPeoplePlay(page);
    await page.getByRole('button', { name: 'Explore', exact: true }).click();
    await expect(page.locator('#panel .error')).toContainText(words);
  });

for (const [what, answer, words] of [
  ['is not there', () => ({ status: 404, body: 'no' }), 'the server says 404'],
  [
    'arrives half',
    (bytes: Buffer) => ({ status: 200, body: bytes.subarray(0, bytes.length / 2) }),
    'did not arrive whole',
  ],
] as const)
  test(`an engine that ${what} is told, and can be tried again`, async ({ page, server }) => {
    await page.route(engineFile, async (route) => {
      const { status, body } = answer(await (await route.fetch()).body());
      await route.fulfill({ status, body, contentType: 'application/wasm' });
    });
    await open(page, server, '/#rules=3x3', { X: 'human', O: 'level-1' });
    await expect(message(page, words)).toBeVisible();
    await move(page, 'a3c3');
    await page.unroute(engineFile);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('.messages-one')).toHaveCount(0);
    // It answers, as it was asked to before it was there.
    await expect.poll(() => moves(page).length).toBe(2);
    await expect(status(page)).toHaveText(/^X /);
  });

test('a worker that cannot be begun is told', async ({ page, server }) => {
  await page.route('**/engine_worker-*.js', (route) => route.fulfill({ status: 404 }));
  await open(page, server, '/#rules=3x3', humans, 'play');
  await expect(message(page, 'The engine does not start')).toBeVisible();
  await twoPeoplePlay(page);
});

/** As when the browser takes its memory away. */
const kill = (page: Page) =>
  Promise.all(
    page.workers().map((worker) =>
      worker
        .evaluate(
          () =>
            void setTimeout(() => {
              throw new Error('killed');
            }),
        )
        .catch(() => undefined),
    ),
  );

test('a worker that dies is begun anew', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3');
  await expect(status(page)).toHaveText('X wins in 7 moves');
  await kill(page);
  await expect.poll(() => page.workers().length).toBe(0);
  await move(page, 'a3c3');
  await expect(status(page)).toHaveText(/in 6 moves$/);
  await expect(page.locator('.messages-one, .error')).toHaveCount(0);
});

test('a solve that dies twice is told, and a search goes on', async ({ page, server }) => {
  await page.addInitScript(() => {
    // Workers that are told to solve die of it.
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, job: { kind: string }) {
      if (job.kind === 'solve') this.dispatchEvent(new ErrorEvent('error', { cancelable: true }));
      else send.call(this, job);
    };
  });
  await openFirst(page, server, '/#rules=4x4', { X: 'human', O: 'level-1' });
  await expect(message(page, '4×4 could not be solved here, and is searched instead.')).toBeVisible();
  await expect(status(page)).toHaveText(/^Nothing within \d+ moves$/);
  await move(page, 'a4d4');
  await expect.poll(() => moves(page).length).toBe(2);
  await page.goto(`${server.url}/statistics#rules=4x4`);
  await expect(page.locator('.solve-offer')).toContainText('The browser may be short of memory.');
});

test('a browser that keeps nothing says so, and solves', async ({ page, server }) => {
  await page.addInitScript(() => {
    for (const name of ['indexedDB', 'localStorage', 'sessionStorage', 'caches'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      });
  });
  await page.goto(`${server.url}/statistics#rules=2x7`);
  await expect(page.getByText('With best play from the empty board')).toBeVisible();
  await expect(
    message(page, 'This browser keeps nothing, so 2×7 is solved anew at the next visit.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.messages-one')).toHaveCount(0);
});

test('what was kept and is damaged is solved anew', async ({ page, server }) => {
  await open(page, server, '/statistics#rules=2x7');
  await expect(page.getByText('With best play from the empty board')).toBeVisible();
  const signature = await page.locator('.statistics code').first().textContent();
  const spoiled = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('quixo', 1);
        opening.onsuccess = () => {
          const boards = opening.result.transaction('boards', 'readwrite').objectStore('boards');
          let spoiled = 0;
          boards.openCursor().onsuccess = ({ target }) => {
            const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
            if (!cursor) return resolve(spoiled);
            const bytes = cursor.value as Uint8Array;
            bytes[bytes.length >> 1]! ^= 1;
            cursor.update(bytes);
            spoiled += 1;
            cursor.continue();
          };
        };
      }),
  );
  expect(spoiled).toBe(1);
  await page.reload();
  await expect(page.locator('.statistics code').first()).toHaveText(signature!);
});

test('what nobody waits for any more holds up nobody', async ({ page, server }) => {
  await open(page, server, '/puzzles#rules=5x5&kind=far&seed=1');
  await expect(page.getByRole('heading', { name: 'Looking for a puzzle …' })).toBeVisible();
  const begun = Date.now();
  await page.evaluate(() => location.assign('#rules=3x3&kind=near&seed=1'));
  await expect(page.locator('.puzzle-words')).toHaveText(/^It wins/);
  expect(Date.now() - begun).toBeLessThan(4000);
});

test('the site is small', () => {
  const assets = readdirSync(join(siteFolder, 'assets')).map((name) => ({
    name,
    size: gzipSync(readFileSync(join(siteFolder, 'assets', name))).length,
  }));
  const sum = (ending: RegExp) =>
    assets.filter(({ name }) => ending.test(name)).reduce((bytes, { size }) => bytes + size, 0);
  expect(sum(/\.wasm$/)).toBeGreaterThan(0);
  expect(sum(/\.wasm$/)).toBeLessThan(500_000);
  expect(sum(/\.(js|css|svg)$/)).toBeLessThan(80_000);
});
