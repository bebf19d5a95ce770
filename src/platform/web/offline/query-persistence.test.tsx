import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { cachesInMemory } from '#testing/web/caches.ts';
import type { Owner } from './owner.ts';
import { persistedAnswer, persistQueries, restoreAnswers } from './query-persistence.ts';
import { forgetPersisted, isNobodys, mayStart } from './session-mark.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const EDITH = { person: 'edith', household: 'GA-1' };
const WALTER = { person: 'walter', household: 'GA-1' };
const KEY = ['/api/medications'];
const SAME_FOR_ALL = ['for all'];
const RULES = [
  { prefix: KEY, longestMs: MINUTE_MS },
  { prefix: SAME_FOR_ALL, longestMs: MINUTE_MS, isForEveryBuild: true },
];

let browser: ReturnType<typeof cachesInMemory>;
let end = () => undefined as unknown;
beforeEach(() => {
  browser = cachesInMemory();
  vi.stubGlobal('caches', browser.part);
  vi.useFakeTimers({ now: NOON });
  localStorage.clear();
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

/** Stores an answer for a person and waits until it is written. */
async function keepFor(
  owner: Owner,
  answer: unknown,
  { key = KEY, mayStart = false } = {},
): Promise<void> {
  const client = new QueryClient();
  const written = vi.fn();
  end = persistQueries(client, { owner, cameAt: NOON, rules: RULES, mayStart, onKept: written });
  client.setQueryData(key, answer);
  await vi.waitFor(() => {
    vi.advanceTimersByTime(SECOND_MS);
    expect(written).toHaveBeenCalled();
  });
}

async function restoredFor(owner?: Owner) {
  const client = new QueryClient();
  const isThere = await restoreAnswers(client, owner);
  return [isThere, client.getQueryData(KEY)];
}

test('stored answers are restored only for the person who read them', async () => {
  await keepFor(EDITH, ['Metformin']);
  expect(await restoredFor(EDITH)).toEqual([true, ['Metformin']]);
  expect(await restoredFor(WALTER)).toEqual([false, undefined]);
});

test('an answer that is too old is not restored', async () => {
  await keepFor(EDITH, ['Metformin']);
  vi.setSystemTime(NOON + 2 * MINUTE_MS);
  expect(await restoredFor(EDITH)).toEqual([true, undefined]);
});

test('after a new build only answers for every build are restored', async () => {
  const script = document.head.appendChild(document.createElement('script'));
  Object.assign(script, { type: 'module', src: '/assets/one.js' });
  await keepFor(EDITH, ['Metformin']);
  await keepFor(EDITH, ['Lisinopril'], { key: SAME_FOR_ALL });
  script.src = '/assets/other.js';
  const client = new QueryClient();
  expect(await restoreAnswers(client, EDITH)).toBe(true);
  expect(client.getQueryData(KEY)).toBeUndefined();
  expect(client.getQueryData(SAME_FOR_ALL)).toEqual(['Lisinopril']);
  expect(await persistedAnswer(EDITH, 'for all')).toEqual(['Lisinopril']);
  expect(await persistedAnswer(WALTER, 'for all')).toBeUndefined();
  script.remove();
});

test('answers read for one person are not stored for the next on the same page', async () => {
  const client = new QueryClient();
  persistQueries(client, {
    owner: EDITH,
    cameAt: NOON,
    rules: RULES,
    mayStart: false,
    onKept: vi.fn(),
  })();
  client.setQueryData(SAME_FOR_ALL, ['Metformin']);
  vi.setSystemTime(NOON + 1000);
  const written = vi.fn();
  end = persistQueries(client, {
    owner: WALTER,
    cameAt: NOON + 1000,
    rules: RULES,
    mayStart: false,
    onKept: written,
  });
  client.setQueryData(KEY, ['Lisinopril']);
  await vi.waitFor(() => {
    vi.advanceTimersByTime(1000);
    expect(written).toHaveBeenCalled();
  });
  expect(await restoredFor(WALTER)).toEqual([true, ['Lisinopril']]);
  expect(await persistedAnswer(WALTER, 'for all')).toBeUndefined();
});

test('signing out deletes the stored answers and stops later writes', async () => {
  const client = new QueryClient();
  await keepFor(EDITH, ['Metformin']);
  const other = persistQueries(client, {
    owner: EDITH,
    cameAt: NOON,
    rules: RULES,
    mayStart: false,
    onKept: () => undefined,
  });
  await forgetPersisted();
  expect(browser.names()).toEqual([]);
  expect(isNobodys()).toBe(true);
  client.setQueryData(KEY, ['Lisinopril']);
  await vi.advanceTimersByTimeAsync(5000);
  other();
  expect(await restoredFor(EDITH)).toEqual([false, undefined]);
});

test('a page may start with stored answers until a sign-out or another sign-in', async () => {
  await keepFor(EDITH, ['Metformin']);
  expect(mayStart()).toBe(false);
  await keepFor(EDITH, ['Metformin'], { mayStart: true });
  expect(mayStart()).toBe(true);
  await forgetPersisted();
  expect(mayStart()).toBe(false);
  await keepFor(WALTER, ['Lisinopril']);
  expect(mayStart()).toBe(false);
});
