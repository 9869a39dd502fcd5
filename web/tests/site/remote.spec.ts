// SPDX-License-Identifier: MIT
//
// A server elsewhere that has large tables: used, gone, wrong and hostile.
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, humans, open, status, test } from '../server';

const message = (page: Page) => page.locator('[data-matter=remote]');
const goesOn = 'The page goes on with what the browser can do.';
const board = '/#rules=3x6&mode=explore';
const fromTable = (page: Page) => expect(page.locator('.verdict')).toContainText('From the table');
const bySearch = (page: Page) => expect(page.locator('.verdict')).toContainText(/search/);

test('large tables come from a server that allows it, and go with it', async ({
  page,
  server,
  ownServer,
}) => {
  test.setTimeout(180_000);
  const { origin } = new URL(server.url);
  const { port, api } = ownServer;
  await ownServer.stop();
  await ownServer.solve('3x6', '--outcome-only');
  await ownServer.start(port, '--cors', origin);
  const asked: string[] = [];
  page.on('request', (request) => request.url().startsWith(api) && asked.push(request.url()));
  await open(page, server, `/?api=${encodeURIComponent(api)}${board.slice(1)}`);
  await fromTable(page);
  expect(page.url()).not.toContain('api');
  await expect(page.getByText(`Large tables come from 127.0.0.1:${port}.`)).toBeVisible();
  // By addresses that whoever stands between may keep for good.
  const position = asked.find((url) => url.includes('/position?'))!;
  expect((await fetch(position)).headers.get('cache-control')).toContain('immutable');
  // It knows who plays there, reviews and counts.
  await expect(page.getByLabel('Who plays O').locator('option[value=perfect]')).toHaveCount(1);
  await page.goto(`${server.url}/#rules=3x6&moves=a3f3&mode=explore`);
  await page.getByRole('tab', { name: 'Game and review' }).click();
  await expect(page.getByRole('region', { name: 'Review' })).toContainText('Accuracy of X');
  await page.goto(`${server.url}/statistics#rules=3x6`);
  await expect(page.getByText('387,420,489 positions')).toBeVisible();
  // What the browser knows itself it does not ask for.
  await page.goto(`${server.url}/#rules=3x3&mode=explore`);
  await expect(status(page)).toHaveText('X wins in 7 moves');
  expect(asked.filter((url) => url.includes('rules=3x3'))).toEqual([]);

  await page.goto(`${server.url}${board}`);
  await fromTable(page);
  await ownServer.stop();
  await page.locator('.takeable').first().click();
  await page.locator('.board-slot').first().click();
  await expect(message(page)).toContainText(`127.0.0.1:${port} does not answer this page`);
  await expect(message(page)).toContainText(goesOn);
  await bySearch(page);
  await ownServer.start(port, '--cors', origin);
  await page.getByRole('button', { name: 'Try again' }).click();
  await fromTable(page);
  await expect(message(page)).toHaveCount(0);
});

test('a server that does not allow it is told with what to do', async ({ page, server }) => {
  await open(page, server, `/?api=${encodeURIComponent(server.api)}${board.slice(1)}`);
  await expect(message(page)).toContainText('does not answer this page');
  await bySearch(page);
  await page.getByRole('button', { name: 'Tables from elsewhere' }).click();
  await expect(page.getByRole('dialog')).toContainText(`quixo serve --cors ${new URL(server.url).origin}`);
});

for (const [address, words] of [
  ['nonsense', '“nonsense” is not the address of a server'],
  ['javascript:alert(1)', 'must begin with https:// or http://'],
  ['https://me:secret@example.org', 'must not hold a name or a password'],
  ['http://127.0.0.1:1', '127.0.0.1:1 does not answer this page'],
] as const)
  test(`the address ${address} is explained`, async ({ page, server }) => {
    await open(page, server, `/?api=${encodeURIComponent(address)}#rules=3x3`);
    await expect(message(page)).toContainText(words);
    await expect(message(page)).toContainText(goesOn);
    await expect(status(page)).toHaveText('X wins in 7 moves');
  });

test('the address is set in the page and remembered', async ({ page, server, context }) => {
  await open(page, server, '/#rules=3x3');
  await page.getByRole('button', { name: 'Tables from elsewhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tables from elsewhere' });
  await dialog.getByLabel('Address of the server').fill('example.org');
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await expect(dialog.getByRole('alert')).toContainText('is not the address of a server');
  await dialog.getByLabel('Address of the server').fill('http://127.0.0.1:1/');
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await expect(page.getByText('Large tables come from 127.0.0.1:1.')).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${server.url}/#rules=3x3`);
  await expect(message(other)).toContainText('127.0.0.1:1 does not answer');
  await other.getByRole('button', { name: 'Tables from elsewhere' }).click();
  await other.getByRole('button', { name: 'Use none' }).click();
  await expect(other.getByText('All is worked out in your browser.')).toBeVisible();
  await expect(message(other)).toHaveCount(0);
});

const script = '<img src=x onerror="window.injected=true"><script>window.injected=true</script>';

/** A server that says it is quixo, and then does as it likes. */
async function withHostile(
  answer: (path: string, response: ServerResponse, boards: unknown) => void,
  boards: unknown,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const hostile = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', 'application/json');
    answer(new URL(request.url!, 'http://x').pathname, response, boards);
  });
  hostile.listen(0, '127.0.0.1');
  await once(hostile, 'listening');
  await use(`http://127.0.0.1:${(hostile.address() as AddressInfo).port}`);
  hostile.closeAllConnections();
  hostile.close();
}

const isBoards = (path: string) => path.endsWith('/boards');
const hostiles: Record<string, (path: string, response: ServerResponse, boards: unknown) => void> = {
  'is no quixo server': (_, response) => response.end('<!doctype html><p>Hello'),
  'sends JSON of another kind': (_, response) => response.end('{"boards": {"length": 1}, "players": [null]}'),
  'has boards that there are not': (_, response, boards) =>
    response.end(JSON.stringify(boards).replaceAll('"5x5"', JSON.stringify(script))),
  'sends answers without an end': (_, response) => {
    const more = () => response.write(' '.repeat(1 << 20), () => setImmediate(more));
    more();
  },
  'answers with markup': (path, response, boards) => {
    if (isBoards(path)) return response.end(JSON.stringify(boards));
    return response.writeHead(400).end(JSON.stringify({ error: { status: 400, message: script } }));
  },
  'knows moves that there are not': (path, response, boards) => {
    if (isBoards(path)) return response.end(JSON.stringify(boards));
    return response.end(JSON.stringify({ position: 'no', moves: [{ move: 'a1z9' }] }));
  },
};

for (const [what, answer] of Object.entries(hostiles))
  test(`a server that ${what} breaks nothing`, async ({ page, server }) => {
    const boards = await server.get<{ boards: { rules: string; status: string; metric: string | null }[] }>(
      'boards',
    );
    for (const one of boards.boards) Object.assign(one, { status: 'ready', metric: 'distance', tag: 'x' });
    await withHostile(answer, boards, async (url) => {
      await open(page, server, `/?api=${encodeURIComponent(url)}#rules=5x5`, humans, 'explore');
      await expect(page.locator('[data-matter=remote], #panel .error').first()).toBeVisible();
      if (what !== 'answers with markup') {
        await expect(message(page)).toContainText(goesOn);
        await expect(page.locator('.moves-move').first()).toBeVisible();
      }
      await page.goto(`${server.url}/#rules=3x3&mode=explore`);
      await expect(status(page)).toHaveText('X wins in 7 moves');
      expect(await page.evaluate(() => 'injected' in window)).toBe(false);
    });
  });
