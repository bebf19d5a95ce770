import { existsSync } from 'node:fs';

const DISTRIBUTIONS = '/usr/bin/chromium';

/**
 * Path of the browser: the Chromium that `npm test` found or installed, otherwise one at a usual
 * path, otherwise undefined for Playwright's own.
 */
const whole =
  process.env.CHROMIUM_PATH ?? [DISTRIBUTIONS, '/usr/bin/google-chrome'].find(existsSync);

/**
 * Path of the headless shell of the same Chromium, if the distribution has it. A page costs a third
 * less in it, because no toolbar is drawn. It supports neither notifications nor the wake lock.
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
