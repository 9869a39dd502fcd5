// SPDX-License-Identifier: MIT
//
// The content security policy in a real browser: the page lives with it, and what is not the page's does not.
import type { Page } from '@playwright/test';
import { expect, move, open, test } from './server';

/** All that the browser refuses to do for the page, from its first byte on. */
async function violations(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { violations: seen });
    document.addEventListener('securitypolicyviolation', (event) =>
      seen.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  return () => page.evaluate(() => (window as unknown as { violations: string[] }).violations);
}

test('every page runs within its policy', async ({ page, server, isSite }) => {
  const seen = await violations(page);
  await open(page, server, '/#rules=3x3');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await move(page, 'a3c3');
  expect(await seen()).toEqual([]);
  const paths = ['/puzzles', '/statistics#rules=3x3', '/statistics#rules=5x5'];
  // A server of files says itself what it does not have.
  for (const path of isSite ? paths : [...paths, '/nowhere']) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect(await seen(), path).toEqual([]);
  }
});

test('a script, a style or an image from elsewhere does not come in', async ({ page, server }) => {
  const seen = await violations(page);
  await open(page, server, '/#rules=3x3');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    const hidden = document.createElement('div');
    hidden.innerHTML = '<img src="x:y" onerror="window.injected = true"><style>body { color: red }</style>';
    document.body.append(hidden);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return 'injected' in window;
  });
  expect(ran).toBe(false);
  const refused = (await seen()).map((each) => each.split(' ')[0]);
  expect(refused).toContain('script-src-elem');
  expect(refused).toContain('script-src-attr');
  expect(refused).toContain('style-src-elem');
});

test('nobody frames the page', { tag: '@served' }, async ({ page, server }) => {
  await page.setContent(`<iframe src="${server.url}/"></iframe>`);
  await page.waitForTimeout(1000);
  expect(page.frames().some((frame) => frame.url().startsWith(server.url))).toBe(false);
});
