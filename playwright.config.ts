import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** What `npm test` found or installed, else the usual places; without either, Playwright's own. */
const executablePath =
  process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);

/** Each test file starts the server that it needs, so there is no server to configure here. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // One more than cores: each waits for pages a third of its time.
  workers: Math.min(availableParallelism() + 1, 4),
  // On somebody else's machine a second try; `npm test` names what needed one, and it is to be mended.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    // Recording takes a quarter of the time of all.
    trace: 'on-first-retry',
    // A test sees and answers what the page asks; what a worker asks passes by it. The tests of the
    // worker let it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
