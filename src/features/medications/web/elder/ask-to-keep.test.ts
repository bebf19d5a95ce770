import { expect, test, vi } from 'vitest';

async function askTwice(storage: object | undefined) {
  vi.resetModules();
  vi.stubGlobal('navigator', storage === undefined ? {} : { storage });
  const { askToKeep } = await import('./ask-to-keep.ts');
  await askToKeep();
  await askToKeep();
}

test.each([
  ['if it may delete the data', false, 1],
  ['not if it keeps the data already', true, 0],
])('a browser is asked for persistent storage only if needed: %s', async (_, isKept, times) => {
  const persist = vi.fn(async () => true);
  await askTwice({ persist, persisted: async () => isKept });
  expect(persist).toHaveBeenCalledTimes(times);
});

test.each([
  ['lacks the API', undefined],
  ['has only a part of the API', {}],
  ['throws an error', { persisted: () => Promise.reject(new Error('no')), persist: vi.fn() }],
])('askToKeep does not throw if the browser %s', async (_, storage) => {
  await askTwice(storage);
});
