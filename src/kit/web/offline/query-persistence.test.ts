import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { persistQueries, restoreAnswers } from './query-persistence.ts';
import { forgetPersisted, isNobodys } from './session-mark.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const KEY = ['/api/medications'];
const RULES = [{ prefix: KEY, longestMs: 60_000 }];

/** The browser's caches as far as they are used here: names, each with answers by address. */
function cachesInMemory() {
  const all = new Map<string, Map<string, Response>>();
  return {
    names: () => [...all.keys()],
    part: {
      open: async (name: string) => {
        const answers = all.get(name) ?? new Map<string, Response>();
        all.set(name, answers);
        return {
          match: async (address: string) => answers.get(address)?.clone(),
          put: async (address: string, answer: Response) => void answers.set(address, answer),
        };
      },
      keys: async () => [...all.keys()],
      delete: async (name: string) => all.delete(name),
    },
  };
}

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

/** Keeps what that person reads, until it has been written. */
async function keepFor(owner: string, answer: unknown): Promise<void> {
  const client = new QueryClient();
  const written = vi.fn();
  end = persistQueries(client, { owner, rules: RULES, onKept: written });
  client.setQueryData(KEY, answer);
  await vi.waitFor(() => {
    vi.advanceTimersByTime(1000);
    expect(written).toHaveBeenCalled();
  });
}

async function restoredFor(owner?: string) {
  const client = new QueryClient();
  const isThere = await restoreAnswers(client, owner);
  return [isThere, client.getQueryData(KEY)];
}

test('what one person read is restored for that person, and for nobody else', async () => {
  await keepFor('edith', ['Metformin']);
  expect(await restoredFor('edith')).toEqual([true, ['Metformin']]);
  expect(await restoredFor('walter')).toEqual([false, undefined]);
});

test('nothing that is too old is restored', async () => {
  await keepFor('edith', ['Metformin']);
  vi.setSystemTime(NOON + 2 * 60_000);
  expect(await restoredFor('edith')).toEqual([true, undefined]);
});

test('whoever signs out leaves nothing behind, and what is still read is not written', async () => {
  const client = new QueryClient();
  await keepFor('edith', ['Metformin']);
  const other = persistQueries(client, { owner: 'edith', rules: RULES, onKept: () => undefined });
  await forgetPersisted();
  expect(browser.names()).toEqual([]);
  expect(isNobodys()).toBe(true);
  client.setQueryData(KEY, ['Lisinopril']);
  await vi.advanceTimersByTimeAsync(5000);
  other();
  expect(await restoredFor('edith')).toEqual([false, undefined]);
});
