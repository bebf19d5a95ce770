// The Chromium that the browser tests use. Node's built-ins only.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, say } from './setup.mjs';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'chrome'];
const FOLDERS = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
const ON_MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of the browser that CHROMIUM_PATH names or that is installed, if there is one. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const places = FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...places, ...ON_MAC].find((path) => existsSync(path) && versionOf(path) !== undefined);
}

/** Also tells a real browser from a script that would only offer to install one. */
export function versionOf(path) {
  try {
    const options = { encoding: 'utf8', timeout: 20_000, stdio: ['ignore', 'pipe', 'ignore'] };
    return /\d+(\.\d+)+/.exec(execFileSync(path, ['--version'], options))?.[0];
  } catch {
    return undefined;
  }
}

/**
 * Finds a browser, or installs the distribution's, or lets Playwright download its own. Returns the
 * path, or undefined for Playwright's.
 */
export async function needBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing Chromium.');
    try {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      await run('apt-get', ['update', '-qq'], { env });
      const install = ['install', '-y', '-qq', '--no-install-recommends'];
      await run('apt-get', [...install, 'chromium'], { env });
      // Not every distribution has it; without it the journeys take longer.
      await run('apt-get', [...install, 'chromium-headless-shell'], { env });
    } catch (error) {
      say(error.message);
    }
    const installed = findBrowser();
    if (installed) return installed;
  }
  await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  return undefined;
}
