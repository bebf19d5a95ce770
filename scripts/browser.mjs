// Finds or installs the Chromium of the browser tests. Uses only Node's built-in modules.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { printLine, run } from './setup.mjs';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'chrome'];
const FOLDERS = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
const ON_MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the path in CHROMIUM_PATH or that of an installed browser; undefined without one. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const places = FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...places, ...ON_MAC].find((path) => existsSync(path) && versionOf(path) !== undefined);
}

/** Returns the version of a browser; undefined if the program only offers to install a browser. */
export function versionOf(path) {
  try {
    const options = { encoding: 'utf8', timeout: 20_000, stdio: ['ignore', 'pipe', 'ignore'] };
    return /\d+(\.\d+)+/.exec(execFileSync(path, ['--version'], options))?.[0];
  } catch {
    return undefined;
  }
}

/**
 * Finds a browser; otherwise installs that of the distribution, or lets Playwright download its
 * own. Returns the path; undefined for Playwright's browser.
 */
export async function needBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    printLine('Installing Chromium.');
    try {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      await run('apt-get', ['update', '-qq'], { env });
      const install = ['install', '-y', '-qq', '--no-install-recommends'];
      await run('apt-get', [...install, 'chromium'], { env });
      // Optional: some distributions do not have this package. Without it the browser tests are
      // slower.
      await run('apt-get', [...install, 'chromium-headless-shell'], { env });
    } catch (error) {
      printLine(error.message);
    }
    const installed = findBrowser();
    if (installed) return installed;
  }
  await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  return undefined;
}
