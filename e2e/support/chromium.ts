import { existsSync } from 'node:fs';

const DISTRIBUTIONS = '/usr/bin/chromium';

/** What `npm test` found or installed, else the usual places; without either, Playwright's own. */
const whole =
  process.env.CHROMIUM_PATH ?? [DISTRIBUTIONS, '/usr/bin/google-chrome'].find(existsSync);

/**
 * The same Chromium without a browser around the page, where the distribution has it: each page costs
 * a third less, since no toolbar is drawn for it. It knows no notifications and keeps no screen on.
 */
const bare = [`${DISTRIBUTIONS}-headless-shell`].find(existsSync);

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const launching = (path: string | undefined) => ({
  ...(path === undefined ? {} : { executablePath: path }),
  args,
});

export const WHOLE_BROWSER = launching(whole);

export const BARE_BROWSER = launching(whole === DISTRIBUTIONS ? (bare ?? whole) : whole);
