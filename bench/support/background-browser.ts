import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BrowserContext, chromium } from '@playwright/test';
import { WHOLE_BROWSER } from '../../e2e/support/chromium.ts';

/** A browser with normal background throttling. */
export interface BackgroundBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/**
 * Starts the full browser without Playwright's changes: focus emulation, which keeps pages from
 * becoming hidden, and switches that disable timer throttling of hidden pages.
 */
export async function openBackgroundBrowser(): Promise<BackgroundBrowser> {
  const { executablePath = chromium.executablePath(), args } = WHOLE_BROWSER;
  const profile = mkdtempSync(join(tmpdir(), 'grand-background-'));
  const options = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(executablePath, [...args, ...options, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const close = async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill()) await ended;
    // Child processes of the browser may still write for a moment.
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    const browser = await chromium.connectOverCDP(await addressOf(child), { noDefaults: true });
    const [context] = browser.contexts();
    if (context === undefined) throw new Error('the browser has no context of its own');
    return { context, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Reads the DevTools address from the browser's output. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('the browser has no output');
  for await (const line of createInterface({ input: stderr })) {
    const listening = /^DevTools listening on (ws\S+)/.exec(line);
    if (listening?.[1] !== undefined) {
      stderr.resume();
      return listening[1];
    }
  }
  throw new Error('the browser ended before it could be spoken to');
}
