// SPDX-License-Identifier: MIT
import { defineConfig } from '@playwright/test';
import type { Options } from './tests/server';

export default defineConfig<{}, Options>({
  testDir: 'tests',
  // A machine that compiles beside it solves 4x4 in ten seconds instead of one.
  timeout: 90_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  reporter: [['list']],
  snapshotPathTemplate: '{testDir}/{testFileName}-snapshots/{arg}-{platform}{ext}',
  projects: [
    { name: 'served', testIgnore: 'site/**' },
    // The same tests against the site. Some are about the server, @served, and what does not depend on who answers is
    // tested @once.
    {
      name: 'site',
      testMatch: ['site/**', '**/{explore,game,machine,pages,play,policy,puzzles,shell}.spec.ts'],
      grepInvert: /@served|@once/,
      use: { isSite: true, serviceWorkers: 'block' },
    },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
