import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { BARE_BROWSER, WHOLE_BROWSER } from './e2e/support/chromium.ts';

/** What the tests are tagged with that need more than a page. */
const WHOLE = /@whole-browser/;

/** Each test file starts the server that it needs, so there is no server to configure here. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results',
  // Two more than cores: each waits for pages half of its time.
  workers: Math.min(availableParallelism() + 2, 4),
  // On somebody else's machine a second try; `npm test` names what needed one, and it is to be mended.
  retries: process.env.CI ? 1 : 0,
  // Of what hangs: the longest journey takes half a minute, and a shared machine may be four times slower.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  projects: [
    { name: 'page', grepInvert: WHOLE, use: { launchOptions: BARE_BROWSER } },
    { name: 'whole browser', grep: WHOLE, use: { launchOptions: WHOLE_BROWSER } },
  ],
  use: {
    // A test sees and answers what the page asks; what a worker asks passes by it. The tests of the
    // worker let it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
});
