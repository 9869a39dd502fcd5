// SPDX-License-Identifier: MIT
//
// The offer to make a table: what it says, what it takes to start it, and a small one made.
import type { Page } from '@playwright/test';
import type { Boards, Solving } from '../src/api';
import { expect, humans, open, test } from './server';

const offer = (page: Page) => page.locator('.solve-offer');
const make = (page: Page, what: 'outcomes' | 'outcomes and distances') =>
  offer(page).getByRole('button', { name: `Make it: ${what}`, exact: true });

/** Lets the page see boards that this machine does not have. */
const changeBoards = (page: Page, change: (boards: Boards) => void) =>
  page.route('**/api/v1/boards*', async (route) => {
    const response = await route.fetch();
    const boards = (await response.json()) as Boards;
    change(boards);
    await route.fulfill({ response, json: boards });
  });

test('both tables are offered with what they take, and nothing starts unconfirmed', async ({
  page,
  server,
}) => {
  await changeBoards(page, ({ boards }) => {
    const { needs } = boards.find(({ rules }) => rules === '5x5')!;
    for (const each of [needs.outcome, needs.distance]) Object.assign(each, { fits: true, why: null });
  });
  await open(page, server, '/statistics#rules=5x5');
  await expect(offer(page).getByRole('heading', { name: 'There is no table of 5×5 here.' })).toBeVisible();
  const choices = offer(page).getByRole('listitem');
  await expect(choices).toHaveCount(2);
  const takes = /Takes about .* (minutes?|hours?).*, up to [\d.]+ GB of memory and [\d.]+ GB on disk\./;
  for (const choice of await choices.all()) await expect(choice).toContainText(takes);
  await make(page, 'outcomes').click();
  const confirmation = page.getByRole('group', { name: 'Make the table?' });
  await expect(confirmation).toContainText('Make the 5×5 table of outcomes?');
  await expect(confirmation).toContainText(/It takes about .* GB of memory and [\d.]+ GB on disk/);
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(choices).toHaveCount(2);
  expect((await server.get<Solving>('solve?rules=5x5')).status).toBe('missing');
});

test('a board that is not listed says what it takes too', async ({ page, server }) => {
  await open(page, server, '/statistics#rules=4x5');
  const takes = /Takes .*, up to [\d.]+ [MG]B of memory and [\d.]+ [MG]B on disk\./;
  const choices = offer(page).getByRole('listitem');
  await expect(choices).toHaveCount(2);
  for (const choice of await choices.all()) await expect(choice).toContainText(takes);
});

test('what does not fit cannot be started, and says why', async ({ page, server }) => {
  const why = 'it takes 61 GB on disk and 22 GB are free';
  await changeBoards(page, ({ boards }) => {
    const { needs } = boards.find(({ rules }) => rules === '5x5')!;
    Object.assign(needs.outcome, { fits: true, why: null });
    Object.assign(needs.distance, { fits: false, why });
  });
  await open(page, server, '/statistics#rules=5x5');
  await expect(offer(page)).toContainText(`Does not fit here: ${why}`);
  await expect(make(page, 'outcomes and distances')).toBeDisabled();
  await expect(make(page, 'outcomes')).toBeEnabled();
});

test('on another machine there are commands and no buttons', async ({ page, server }) => {
  await changeBoards(page, (boards) => Object.assign(boards, { can_solve: false, why_not: 'elsewhere' }));
  await open(page, server, '/statistics#rules=5x5');
  await expect(offer(page).getByText('quixo solve 5x5 --outcome-only')).toBeVisible();
  await expect(offer(page).getByText('quixo solve 5x5', { exact: true })).toBeVisible();
  await expect(offer(page).getByRole('button')).toHaveCount(0);
});

test('a table is made, stopped, kept over a restart and taken up again', async ({ page, ownServer }) => {
  await open(page, ownServer, '/statistics#rules=4x5');
  await make(page, 'outcomes and distances').click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(offer(page).getByRole('status')).toContainText('Outcomes and distances: ');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(offer(page)).toContainText(/Begun and stopped.* What is done is kept\./);
  const { port } = ownServer;
  await ownServer.stop();
  await ownServer.start(port);
  await page.reload();
  // Each start has its own key: the page says where it is, and takes it while it is open.
  await expect(offer(page)).toContainText('open the address that quixo serve printed');
  await expect(offer(page).getByRole('button')).toHaveCount(0);
  await page.goto(`${ownServer.url}/statistics#rules=4x5&key=${ownServer.key}`);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
});

test('the printed address gives the page the key, which goes out of sight and stays', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/#key=${server.key}`);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  expect(page.url()).not.toContain('key');
  await page.goto(`${server.url}/statistics#rules=4x5`);
  await page.reload();
  await expect(make(page, 'outcomes')).toBeVisible();
});

test('without the key nothing is offered that fails, and the page says what to do', async ({
  page,
  server,
}) => {
  for (const hash of ['rules=4x5', 'rules=4x5&key=0123456789abcdef0123456789abcdef']) {
    await page.goto('about:blank');
    await page.goto(`${server.url}/statistics#${hash}`);
    await expect(offer(page)).toContainText('open the address that quixo serve printed');
    await expect(offer(page).getByRole('button')).toHaveCount(0);
    await expect(offer(page).getByText('quixo solve 4x5 --outcome-only')).toBeVisible();
  }
});

test('a read-only server offers commands alone', async ({ page, ownServer }) => {
  await ownServer.stop();
  await ownServer.start(0, '--read-only');
  expect(ownServer.key).toBe('');
  await page.goto(`${ownServer.url}/statistics#rules=4x5`);
  await expect(offer(page)).toContainText('This server is read-only');
  await expect(offer(page).getByRole('button')).toHaveCount(0);
});

test('outcomes are made, and then distances are offered', async ({ page, ownServer }) => {
  await open(page, ownServer, '/statistics#rules=3x6');
  await make(page, 'outcomes').click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('With best play from the empty board')).toBeVisible({ timeout: 60_000 });
  await expect(offer(page)).toContainText('The table of 3×6 here knows no distances.');
  await expect(offer(page).getByRole('listitem')).toHaveCount(1);
  await make(page, 'outcomes and distances').click();
  await expect(page.getByRole('group', { name: 'Make the table?' })).toContainText(/It takes .* on disk\./);
});

test('where one plays and explores, the offer is one line that unfolds', async ({ page, server }) => {
  await open(page, server, '/#rules=5x5', humans, 'play');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expect(page.getByText('There is no table of 5×5 here.')).toHaveCount(0);
  await page.goto(`${server.url}/#rules=5x5&mode=explore`);
  const lead = page.getByText('There is no table of 5×5 here.');
  await expect(lead).toBeVisible();
  await expect(page.locator('.solve-offer-choice')).toHaveCount(0);
  await lead.click();
  await expect(page.locator('.solve-offer-choice')).toHaveCount(2);
});
