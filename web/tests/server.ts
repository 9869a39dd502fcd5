// SPDX-License-Identifier: MIT
//
// What is under test: every worker has a `quixo serve` of its own on a free port, with an empty folder for its tables.
// In the project `served` it serves the page. In the project `site` the page is the site, in a folder of a server of
// files, and `quixo serve` only tells what is true.
import { test as base, expect, type Browser, type Page } from '@playwright/test';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Mode } from '../src/link';
import type { Players } from '../src/play/players';
import { FileServer } from './files';
import { putKept, solveOnce, type Kept } from './kept';

const program =
  process.env.QUIXO ?? fileURLToPath(new URL('../../build/release/apps/quixo', import.meta.url));

/** As `make site` leaves it. */
export const siteFolder = process.env.SITE ?? fileURLToPath(new URL('../../build/site', import.meta.url));

export class Server {
  /** Of the page. */
  url = '';
  /** Of `quixo serve`. */
  api = '';
  /** What a browser has that was on the site before; nothing unless the page is the site. */
  kept: Kept | null = null;
  /** That lets the page have tables made. */
  key = '';
  private process: ChildProcess | undefined;
  private tables: string | undefined;

  async start(port = 0, ...options: string[]): Promise<void> {
    if (!existsSync(program)) throw new Error(`${program} is not there: build it, or name it in QUIXO`);
    this.tables ??= await mkdtemp(join(tmpdir(), 'quixo-page-'));
    const child = spawn(program, ['serve', '--port', String(port), '--tables', this.tables, ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.process = child;
    let printed = '';
    const address = await new Promise<URL>((resolve, reject) => {
      child.on('exit', (code) =>
        reject(new Error(`quixo serve ended with ${code} after printing: ${printed}`)),
      );
      child.stdout!.on('data', (data) => {
        printed += data;
        const url = /http:\/\/\S+(?= )/.exec(printed);
        if (url) resolve(new URL(url[0]));
      });
    });
    this.url = address.origin;
    this.api = address.origin;
    this.key = address.hash.replace('#key=', '');
  }

  /** Makes a table where this server looks for tables: `solve('4x5', '--outcome-only')`. */
  async solve(rules: string, ...options: string[]): Promise<void> {
    await promisify(execFile)(program, ['solve', rules, '--out', this.tables!, ...options]);
  }

  get port(): number {
    return Number(new URL(this.api).port);
  }

  async stop(): Promise<void> {
    if (this.process?.exitCode === null && this.process.signalCode === null) {
      this.process.removeAllListeners('exit');
      this.process.kill();
      await once(this.process, 'exit');
    }
  }

  async remove(): Promise<void> {
    await this.stop();
    if (this.tables) await rm(this.tables, { recursive: true });
  }

  async get<T>(path: string): Promise<T> {
    const response = await fetch(`${this.api}/api/v1/${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}

async function withServer(
  isSite: boolean,
  browser: Browser,
  use: (server: Server) => Promise<void>,
): Promise<void> {
  const server = new Server();
  await server.start();
  const files = new FileServer(siteFolder);
  if (isSite) {
    if (!existsSync(siteFolder)) throw new Error(`${siteFolder} is not there: make site, or name it in SITE`);
    await files.start();
    server.url = files.url;
    server.kept = await solveOnce(browser, files.url);
  }
  await use(server);
  if (isSite) await files.stop();
  await server.remove();
}

export interface Options {
  /** Whether the page is the site. */
  isSite: boolean;
}

/** `server` is shared by the tests of a worker; `ownServer` may be stopped and started. A page that throws fails
 * its test. */
export const test = base.extend<{ ownServer: Server }, { server: Server } & Options>({
  isSite: [false, { scope: 'worker', option: true }],
  server: [
    async ({ isSite, browser }, use) => withServer(isSite, browser, use),
    { scope: 'worker', timeout: 180_000 },
  ],
  ownServer: async ({ browser }, use) => withServer(false, browser, use),
  page: async ({ page }, use) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await use(page);
    expect(errors).toEqual([]);
  },
});

export const humans: Players = { X: 'human', O: 'human' };

/** Opens a page with these players at the board; what moves are worth is shown unless the mode is play. */
export async function open(
  page: Page,
  server: Server,
  path: string,
  players: Players = humans,
  mode: Mode = 'explore',
): Promise<void> {
  await page.addInitScript(
    (texts) => {
      for (const [name, text] of Object.entries(texts))
        if (!localStorage.getItem(name)) localStorage.setItem(name, text);
    },
    { players: JSON.stringify(players), mode: JSON.stringify(mode), key: server.key },
  );
  if (server.kept && /rules=4x4(&|$)/.test(path)) await putKept(page, server.url, server.kept);
  await page.goto(server.url + path);
}

/** The same at a first visit: nothing was solved yet. */
export async function openFirst(page: Page, server: Server, path: string, players: Players): Promise<void> {
  const { kept } = server;
  server.kept = null;
  await open(page, server, path, players);
  server.kept = kept;
}

/** Picks a cube and pushes it in, both by mouse. */
export async function move(page: Page, name: string): Promise<void> {
  const [, taken] = /^([a-z]\d+)/.exec(name)!;
  await page.getByRole('gridcell', { name: `${taken},` }).click();
  await page.locator(`.board-slot[data-move="${name}"]`).click();
}

export const status = (page: Page) => page.locator('.verdict h1');

export { expect };
