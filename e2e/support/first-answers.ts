import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * Opens the home screen again and again until its page contains the first answers, which a slow server
 * leaves out. Returns the paths that this page requests; the list grows while it loads.
 */
export async function openWithFirstAnswers(where: Page): Promise<readonly string[]> {
  let asked: string[] = [];
  where.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await expect(async () => {
    // Excludes requests of the previous page.
    await where.goto('about:blank');
    asked = [];
    const page = await where.goto('/', { waitUntil: 'commit' });
    expect(await page?.text()).toContain('id="first-answers"');
  }).toPass();
  return asked;
}
