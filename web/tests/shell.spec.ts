// SPDX-License-Identifier: MIT
//
// What is around the game: the rules, the keys, the way back, the figures of the statistics, and the page as an
// application.
import type { Page } from '@playwright/test';
import { expect, humans, move, open, test } from './server';

const card = (page: Page) => page.getByRole('dialog', { name: 'How to play Quixo' });

test.describe('the rules', () => {
  for (const [how, dismiss] of Object.entries({
    'by Escape': (page: Page) => page.keyboard.press('Escape'),
    'by the button': (page: Page) => page.getByRole('button', { name: 'Let’s play' }).click(),
    'by the cross': (page: Page) => card(page).getByRole('button', { name: 'Close' }).click(),
    'by a click outside': (page: Page) => page.mouse.click(5, 5),
    'by Enter': (page: Page) => page.keyboard.press('Enter'),
  }))
    test(`greet whoever comes first, once, and go ${how}`, { tag: '@once' }, async ({ page, server }) => {
      await open(page, server, '/', humans, 'play');
      await expect(card(page)).toBeVisible();
      await expect(card(page).getByRole('listitem')).toHaveCount(3);
      await expect(card(page)).toContainText('Five in a row');
      await dismiss(page);
      await expect(card(page)).toHaveCount(0);
      await move(page, 'a5e5');
      await expect(page).toHaveURL(/moves=a5e5$/);
      await page.goto(server.url);
      await expect(page.getByRole('grid')).toBeVisible();
      await expect(card(page)).toHaveCount(0);
    });

  test(
    'do not stand before a game or a page that was sent, nor are they then known',
    { tag: '@once' },
    async ({ page, server }) => {
      for (const path of ['/#rules=3x3&moves=a3c3', '/puzzles#rules=3x3&kind=near&seed=1', '/statistics']) {
        await open(page, server, path);
        await expect(page.locator('main :is(h1, h2)').first()).toBeVisible();
        await expect(card(page)).toHaveCount(0);
      }
      await page.goto(server.url);
      await expect(card(page)).toBeVisible();
    },
  );

  test(
    'are one key or button away, follow the board, and explain signs and keys',
    { tag: '@once' },
    async ({ page, server }) => {
      await open(page, server, '/#rules=4x4-double-wins');
      await expect(page.getByRole('grid')).toBeVisible();
      await page.keyboard.press('?');
      await expect(card(page)).toContainText('Four in a row');
      await expect(card(page)).toContainText('both players, you win');
      for (const sign of ['win', 'loss', 'draw', 'trap', 'unclear'])
        await expect(card(page).locator(`.badge .glyph.${sign}`).first()).toBeVisible();
      await expect(card(page)).toContainText('step through the game');
      await page.keyboard.press('n');
      await expect(page.getByRole('dialog')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await page.goto(`${server.url}/statistics#rules=3x3`);
      await page.getByRole('button', { name: 'Rules and help' }).click();
      await expect(card(page)).toBeVisible();
    },
  );

  test(
    'move, unless no motion is wanted, and then show the end',
    { tag: '@once' },
    async ({ page, server }) => {
      const films = () =>
        page.evaluate(
          () =>
            document
              .getAnimations()
              .filter((one) => one instanceof CSSAnimation && one.animationName.startsWith('picture')).length,
        );
      await open(page, server, '/#rules=5x5');
      await expect(page.getByRole('grid')).toBeVisible();
      await page.keyboard.press('?');
      await expect(card(page)).toBeVisible();
      expect(await films()).toBe(0);
      const arrived = (await card(page).locator('.picture-cube.pushed').boundingBox())!;
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await expect.poll(films).toBeGreaterThan(5);
      await expect
        .poll(async () => (await card(page).locator('.picture-cube.pushed').boundingBox())!.x, {
          intervals: [50],
        })
        .not.toBe(arrived.x);
    },
  );
});

test.describe('keys', () => {
  test(
    'arrows step through the game, whatever was clicked before',
    { tag: '@once' },
    async ({ page, server }) => {
      await open(page, server, '/#rules=3x3&moves=a3c3,a1c1');
      await expect(page.getByRole('grid')).toBeVisible();
      await page.keyboard.press('ArrowLeft');
      await expect(page).toHaveURL(/&at=1$/);
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await expect(page).toHaveURL(/&at=0$/);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect(page).toHaveURL(/a1c1$/);
      await move(page, 'b3b1');
      await page.keyboard.press('ArrowLeft');
      await expect(page).toHaveURL(/moves=a3c3,a1c1,b3b1&at=2$/);
      // In the board they go from cell to cell.
      await page.getByRole('gridcell', { name: 'a3,' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('gridcell', { name: 'b3,' })).toBeFocused();
      await expect(page).toHaveURL(/&at=2$/);
    },
  );

  test('undo and redo by Ctrl, and letters with shift', { tag: '@once' }, async ({ page, server }) => {
    await open(page, server, '/#rules=3x3&moves=a3c3,a1c1');
    await expect(page.getByRole('grid')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page).toHaveURL(/&at=1$/);
    await page.keyboard.press('Control+Shift+Z');
    await expect(page).toHaveURL(/a1c1$/);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+y');
    await expect(page).toHaveURL(/a1c1$/);
    await page.keyboard.press('Shift+U');
    await expect(page).toHaveURL(/&at=1$/);
    await page.keyboard.press('Shift+R');
    await expect(page).toHaveURL(/a1c1$/);
    await page.keyboard.press('Shift+N');
    await expect(page.getByRole('dialog', { name: 'New game' })).toBeVisible();
    await page.keyboard.press('u');
    await expect(page).toHaveURL(/a1c1$/);
  });

  test('are left alone where someone types', { tag: '@once' }, async ({ page, server }) => {
    await open(page, server, '/#rules=3x3&moves=a3c3');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('As text').focus();
    await page.keyboard.press('End');
    await page.keyboard.type('?unrh');
    await expect(page.getByLabel('As text')).toHaveValue(/\?unrh$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('tabs follow the arrows', { tag: '@once' }, async ({ page, server }) => {
    await open(page, server, '/#rules=3x3&moves=a3c3');
    const tabs = page.getByRole('tab');
    await tabs.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(tabs.nth(1)).toBeFocused();
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('End');
    await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowLeft');
    await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL(/moves=a3c3$/);
  });
});

test('back and forward go game by game and do not leave the page in mid-game', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3');
  await move(page, 'a3c3');
  await move(page, 'a1c1');
  await move(page, 'b3b1');
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('dialog').getByLabel('Board').selectOption('4x4');
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL(/#rules=4x4$/);
  await move(page, 'a4d4');
  await expect(page).toHaveURL(/#rules=4x4&moves=a4d4$/);

  await page.goBack();
  await expect(page).toHaveURL(/#rules=4x4$/);
  await expect(page.getByRole('gridcell')).toHaveCount(16);
  await page.goBack();
  await expect(page).toHaveURL(/#rules=3x3&moves=a3c3,a1c1,b3b1$/);
  await expect(page.getByRole('gridcell')).toHaveCount(9);
  await page.goBack();
  await expect(page).toHaveURL(/#rules=3x3$/);
  await page.goForward();
  await expect(page).toHaveURL(/#rules=3x3&moves=a3c3,a1c1,b3b1$/);
  // Going on from here stays in the entry of this game.
  await page.keyboard.press('u');
  await expect(page).toHaveURL(/&at=2$/);
  await page.goBack();
  await expect(page).toHaveURL(/#rules=3x3$/);
});

test('the computer does not move on its own in a game that was left', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3', { X: 'level-1', O: 'human' }, 'play');
  await page.getByRole('button', { name: /^Let Level 1/ }).click();
  await expect(page).toHaveURL(/moves=\w{4}$/);
  await page.goBack();
  await expect(page).toHaveURL(/#rules=3x3$/);
  await page.waitForTimeout(1000);
  await expect(page).toHaveURL(/#rules=3x3$/);
  await expect(page.getByRole('button', { name: /^Let Level 1/ })).toBeVisible();
});

test('the page can be installed', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await fetch(new URL(href!, page.url()));
  expect(answer.headers.get('content-type')).toBe('application/manifest+json');
  const manifest = (await answer.json()) as {
    name: string;
    display: string;
    start_url: string;
    icons: { src: string; type: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({ name: 'Quixo', display: 'standalone' });
  expect(new URL(manifest.start_url, answer.url).href).toBe(`${server.url}/`);
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await fetch(new URL(src, answer.url));
    expect(icon.headers.get('content-type')).toBe(type);
    const bytes = Buffer.from(await icon.arrayBuffer());
    expect(bytes.length).toBeLessThan(16_000);
    if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
  const paper = () => page.locator('meta[name=theme-color]').getAttribute('content');
  const light = await paper();
  await page.getByRole('button', { name: 'Colours' }).click();
  await page.getByRole('button', { name: 'Colours: light' }).click();
  await expect.poll(paper).not.toBe(light);
});

test.describe('statistics on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test(
    'are true to scale, can be read, and show where they go on',
    { tag: '@once' },
    async ({ page, server }) => {
      await open(page, server, '/statistics#rules=4x4');
      const bar = page.getByRole('img', { name: 'Shares of all positions' });
      const whole = (await bar.boundingBox())!.width;
      for (const [outcome, share] of [
        ['win', 0.6141],
        ['draw', 0.0374],
        ['loss', 0.3485],
      ] as const) {
        const { width } = (await bar.locator(`.figure-bar.${outcome}`).boundingBox())!;
        expect(Math.abs(width / whole - share)).toBeLessThan(0.001);
      }
      for (const name of ['Figure by class', 'Figure by distance']) {
        const wide = page.getByRole('region', { name });
        const hidden = await wide.evaluate((box) => box.scrollWidth - box.clientWidth);
        expect(hidden).toBeGreaterThan(100);
        const smallest = await wide.locator('text').evaluateAll((texts) =>
          Math.min(
            ...texts.map((text) => {
              const scale = (text as SVGTextElement).getScreenCTM()!.a;
              return scale * parseFloat(getComputedStyle(text).fontSize);
            }),
          ),
        );
        expect(smallest).toBeGreaterThanOrEqual(11);
      }
      // The shadow at the right edge is there until the end is reached.
      const wide = page.getByRole('region', { name: 'Figure by class' });
      const edge = async () => {
        const { x, y, width, height } = (await wide.boundingBox())!;
        return page.screenshot({ clip: { x: x + width - 4, y: y + height - 14, width: 4, height: 4 } });
      };
      await wide.scrollIntoViewIfNeeded();
      const more = await edge();
      await wide.evaluate((box) => (box.scrollLeft = box.scrollWidth));
      await expect.poll(async () => (await edge()).equals(more)).toBe(false);
    },
  );
});

for (const width of [320, 390])
  test(`the head of the page fits ${width} px`, { tag: '@once' }, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 640 });
    await open(page, server, '/#rules=3x3');
    for (const element of await page.locator('.app-top :is(a, button)').all()) {
      const { x, width: wide, y, height } = (await element.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + wide).toBeLessThanOrEqual(width);
      expect(y + height).toBeLessThan(64);
    }
  });
