// SPDX-License-Identifier: MIT
//
// A browser that was on the site before, and has kept 4×4: solving it anew would take every test seconds. It is solved
// once, by the site, and what that keeps is put into the browsers of the tests.
import type { Browser, Page } from '@playwright/test';

/** What a browser keeps, and by which name. */
export interface Kept {
  name: string;
  base64: string;
}

export async function solveOnce(browser: Browser, url: string): Promise<Kept> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${url}/statistics/#rules=4x4`);
  await page.getByText('With best play from the empty board').waitFor({ timeout: 120_000 });
  // It is kept a moment later.
  const kept = await page.waitForFunction(
    () =>
      new Promise<Kept | null>((resolve) => {
        const opening = indexedDB.open('quixo', 1);
        opening.onsuccess = () => {
          const cursor = opening.result.transaction('boards').objectStore('boards').openCursor();
          cursor.onsuccess = () => {
            if (!cursor.result) return resolve(null);
            const { key, value } = cursor.result;
            const reader = new FileReader();
            reader.onload = () =>
              resolve({ name: String(key), base64: String(reader.result).split(',')[1]! });
            reader.readAsDataURL(new Blob([value as BlobPart]));
          };
        };
      }),
  );
  const value = (await kept.jsonValue())!;
  await context.close();
  return value;
}

/** Puts it into the browser of a page, before that opens the site. */
export async function putKept(page: Page, url: string, kept: Kept): Promise<void> {
  await page.goto(`${url}/icon.svg`);
  await page.evaluate(async ({ name, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('quixo', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('boards');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('boards', 'readwrite');
        transaction.objectStore('boards').put(bytes, name);
        transaction.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });
  }, kept);
}
