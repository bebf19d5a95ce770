import { existsSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from './support/test.ts';

/** What an elder's tablet may download of JavaScript to show its home screen, in bytes. */
const MOST_BYTES = 95 * 1024;

function compressedSize(path: string): number {
  const file = `dist/web${path}`;
  if (existsSync(`${file}.br`)) return statSync(`${file}.br`).size;
  return brotliCompressSync(readFileSync(file)).length;
}

test("the home screen's JavaScript is at most 95 KiB, and nothing of the admin panel is in it", async ({
  page,
  family: _,
}, info) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.push(pathname);
  });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Photos' })).toBeVisible();
  // The line that stays open is no reason to wait: what matters is that no script came for a while.
  await page.waitForFunction(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'));
    const last = scripts.at(-1);
    return last !== undefined && performance.now() - last.startTime - last.duration > 1000;
  });
  const sizes = scripts.map((path) => `${path} ${compressedSize(path)}`);
  const total = scripts.reduce((sum, path) => sum + compressedSize(path), 0);
  info.annotations.push({ type: 'home', description: `${total} bytes: ${sizes.join(', ')}` });
  expect(total, sizes.join('\n')).toBeLessThanOrEqual(MOST_BYTES);
  expect(scripts.join(' ')).not.toMatch(/AdminPanel|Auth/);
});
