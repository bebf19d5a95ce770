import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SECOND_MS } from '#platform/shared/durations.ts';

const SAID = 'Tue, 10 Mar 2026 12:00:00 GMT';
const NOON = Date.parse(SAID);

/** The page was requested at 100 ms, and its response started at 300 ms. */
const PAGE = { requestStart: 100, responseStart: 300 };

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date', 'performance'] });
  vi.resetModules();
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

/**
 * Creates a page with these embedded answers and imports the module in it; `now` is the time since
 * the start of navigation.
 */
async function page(answers: object, { date = SAID, now = 400, times = [PAGE] as object[] } = {}) {
  const element = document.createElement('script');
  Object.assign(element, { type: 'application/json', id: 'first-answers' });
  element.textContent = JSON.stringify({ date, answers });
  document.body.append(element);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(times as PerformanceEntry[]);
  vi.spyOn(performance, 'now').mockReturnValue(now);
  const clock = await import('./server-clock.ts');
  return { ...(await import('./first-answers.ts')), clock };
}

test('takeFirstAnswers returns the embedded answers once and removes them from the page', async () => {
  const answers = { '/api/things': [1], '/api/others': null };
  const { takeFirstAnswers } = await page(answers);
  expect(takeFirstAnswers()).toEqual(answers);
  expect(document.body.children).toHaveLength(0);
  expect(takeFirstAnswers()).toBeUndefined();
});

test('the embedded date sets the clock like that of a response', async () => {
  // The device's clock was ten minutes ahead when the response started, a second ago.
  vi.setSystemTime(NOON + 600 * SECOND_MS + SECOND_MS);
  const { takeFirstAnswers, clock } = await page({ '/api/things': [1] }, { now: 300 + SECOND_MS });
  takeFirstAnswers();
  expect(Math.abs(clock.clockSkew() - 600 * SECOND_MS)).toBeLessThan(SECOND_MS);
});

test('an old page and one without a valid time return no answers', async () => {
  const old = await page({ '/api/things': [1] }, { now: 301 + 15 * SECOND_MS });
  expect(old.takeFirstAnswers()).toBeUndefined();
  vi.resetModules();
  const timeless = await page({ '/api/things': [1] }, { date: 'no date' });
  expect(timeless.takeFirstAnswers()).toBeUndefined();
  vi.resetModules();
  const unknown = await page({ '/api/things': [1] }, { times: [] });
  expect(unknown.takeFirstAnswers()).toBeUndefined();
});

test('ageOfFirstAnswers returns the time since the response', async () => {
  const { takeFirstAnswers, ageOfFirstAnswers } = await page({ '/api/things': [1] }, { now: 2300 });
  expect(ageOfFirstAnswers()).toBe(0);
  takeFirstAnswers();
  expect(ageOfFirstAnswers()).toBe(2000);
});
