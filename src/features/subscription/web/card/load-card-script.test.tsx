import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadCardScript, MAX_WAIT_MS } from './load-card-script.ts';

const URL = 'https://payments.example/js';

const stripe = vi.fn();
const scripts = () => [...document.querySelectorAll<HTMLScriptElement>(`script[src="${URL}"]`)];

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  delete window.Stripe;
  for (const script of scripts()) script.remove();
});

function come() {
  window.Stripe = stripe;
  scripts()[0]?.dispatchEvent(new Event('load'));
}

test('the script is loaded once for several requests', async () => {
  const both = [loadCardScript(URL), loadCardScript(URL)];
  expect(scripts()).toHaveLength(1);
  come();
  expect(await Promise.all(both)).toEqual([stripe, stripe]);
  expect(await loadCardScript(URL)).toBe(stripe);
  expect(scripts()).toHaveLength(1);
});

test.each([
  ['that cannot be loaded', () => scripts()[0]?.dispatchEvent(new Event('error'))],
  ['that defines nothing', () => scripts()[0]?.dispatchEvent(new Event('load'))],
  ['that is not loaded within 15 seconds', () => vi.advanceTimersByTime(MAX_WAIT_MS)],
])('a script %s is removed and can be requested again', async (_, fail) => {
  const first = loadCardScript(URL);
  fail();
  await expect(first).rejects.toThrow('did not come');
  expect(scripts()).toHaveLength(0);
  const second = loadCardScript(URL);
  come();
  expect(await second).toBe(stripe);
});
