import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * Opens the home screen repeatedly until the page contains the embedded first answers, which a slow
 * server leaves out. Returns the paths that the page requests; paths are added to the list while
 * the page loads.
 */
export async function openWithFirstAnswers(where: Page): Promise<readonly string[]> {
  let asked: string[] = [];
  where.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await expect(async () => {
    // Ends the previous page, so that its requests are not included.
    await where.goto('about:blank');
    asked = [];
    const page = await where.goto('/', { waitUntil: 'commit' });
    expect(await page?.text()).toContain('id="first-answers"');
  }).toPass();
  return asked;
}
