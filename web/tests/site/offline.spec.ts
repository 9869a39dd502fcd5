// SPDX-License-Identifier: MIT
//
// The site without a network, and from one version to the next.
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { finishSite } from '../../site_files';
import { FileServer } from '../files';
import { expect, move, siteFolder, status, test as base } from '../server';

const test = base.extend<{ files: FileServer; folder: string }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'quixo-site-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
  files: async ({}, use) => {
    const files = new FileServer(siteFolder);
    await files.start();
    await use(files);
    await files.stop().catch(() => undefined);
  },
});
test.use({ serviceWorkers: 'allow' });

/** The same site by other names: a version of its own, which its title tells. */
function makeVersion(folder: string, name: string): string {
  const site = join(folder, name);
  cpSync(siteFolder, site, { recursive: true });
  const script = readdirSync(join(site, 'assets')).find((file) => /^index-.*\.js$/.test(file))!;
  renameSync(join(site, 'assets', script), join(site, 'assets', `${name}-${script}`));
  const index = readFileSync(join(site, 'index.html'), 'utf8');
  writeFileSync(
    join(site, 'index.html'),
    index
      .replace(`/${script}`, `/${name}-${script}`)
      .replace('<html lang', `<html data-version="${name}" lang`),
  );
  const worker = join(site, 'sw.js');
  writeFileSync(worker, readFileSync(worker, 'utf8').split('\n').slice(2).join('\n'));
  finishSite(site);
  return site;
}

const controlled = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
const version = (page: Page) => page.locator('html').getAttribute('data-version');
const update = (page: Page) =>
  page.evaluate(
    async () => void (await (await navigator.serviceWorker.ready).update().catch(() => undefined)),
  );
const offer = (page: Page) => page.getByText('There is a new version of this page.');

test('once opened, it works without a network', async ({ page, files, context }) => {
  await page.goto(`${files.url}/#rules=3x3`);
  await controlled(page);
  await context.setOffline(true);
  await files.stop();
  await page.goto('about:blank');
  await page.goto(`${files.url}/#rules=3x3&mode=explore`);
  await expect(status(page)).toHaveText('X wins in 7 moves');
  await move(page, 'a3c3');
  await expect(page).toHaveURL(/moves=a3c3,\w{4}$/);
  // With and without the slash at its end.
  for (const path of ['/statistics/#rules=2x7', '/statistics#rules=2x7']) {
    await page.goto('about:blank');
    await page.goto(files.url + path);
    await expect(page.getByText('With best play from the empty board')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Puzzles', exact: true }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Puzzles' })).toBeVisible();
  await expect(page.locator('.messages-one')).toHaveCount(0);
});

test('a new version is offered, and takes the place of the old one whole', async ({
  page,
  files,
  folder,
}) => {
  files.root = makeVersion(folder, 'one');
  await page.goto(`${files.url}/#rules=3x3&mode=explore`);
  await controlled(page);
  files.root = makeVersion(folder, 'two');
  await update(page);
  await expect(offer(page)).toBeVisible();
  // The old one stays whole until then.
  await move(page, 'a3c3');
  expect(await version(page)).toBe('one');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => version(page)).toBe('two');
  await expect(page).toHaveURL(/moves=a3c3/);
  await expect(status(page)).toHaveText(/in \d moves$/);
  expect(asked.some((url) => url.includes('/two-'))).toBe(true);
  expect(asked.filter((url) => url.includes('/one-'))).toEqual([]);
  await expect(offer(page)).toHaveCount(0);
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1);
});

test('who does not reload has the new version at the next visit', async ({
  page,
  files,
  folder,
  context,
}) => {
  files.root = makeVersion(folder, 'one');
  await page.goto(`${files.url}/#rules=3x3`);
  await controlled(page);
  files.root = makeVersion(folder, 'two');
  await update(page);
  await expect(offer(page)).toBeVisible();
  const next = await context.newPage();
  await next.goto(`${files.url}/#rules=3x3`);
  await expect.poll(() => version(next)).toBe('two');
  // And no page stays behind with half of the old one.
  await expect.poll(() => version(page)).toBe('two');
});

test('a new version that does not arrive whole is not taken', async ({ page, files, folder }) => {
  files.root = makeVersion(folder, 'one');
  await page.goto(`${files.url}/#rules=3x3&mode=explore`);
  await controlled(page);
  files.root = makeVersion(folder, 'two');
  const engine = readdirSync(join(files.root, 'assets')).find((file) => file.endsWith('.wasm'))!;
  files.instead = (path, response) => {
    if (!path.endsWith(engine)) return false;
    response.writeHead(200, { 'Content-Type': 'application/wasm' }).end('half of it');
    return true;
  };
  await update(page);
  await page.waitForTimeout(1000);
  await expect(offer(page)).toHaveCount(0);
  await page.reload();
  expect(await version(page)).toBe('one');
  await expect(status(page)).toHaveText('X wins in 7 moves');
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1);
});
