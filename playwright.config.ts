import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { BARE_BROWSER, WHOLE_BROWSER } from './e2e/support/chromium.ts';

/** Tag of the tests that need a full browser instead of the headless shell. */
const WHOLE = /@whole-browser/;

/** Each test file starts its own server, so none is configured here. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results',
  // Two more than the cores, because each worker waits for pages half of the time.
  workers: Math.min(availableParallelism() + 2, 4),
  // One retry in CI. `npm test` lists the tests that needed it, so that they are repaired.
  retries: process.env.CI ? 1 : 0,
  // Timeout for a hanging test. The slowest takes half a minute, and a shared machine may be four
  // times slower.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  projects: [
    { name: 'page', grepInvert: WHOLE, use: { launchOptions: BARE_BROWSER } },
    { name: 'whole browser', grep: WHOLE, use: { launchOptions: WHOLE_BROWSER } },
  ],
  use: {
    // Requests of a service worker would bypass the routes of a test. Only the tests of the worker
    // allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
});
