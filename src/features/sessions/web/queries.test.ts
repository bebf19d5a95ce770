import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { askWhoIsHere, CURRENT_USER, checkSession } from './queries.ts';

afterEach(() => onlineManager.setOnline(true));

it('concurrent responses about an ended session cause one request for the current user', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  let answer: (user: null) => void = () => undefined;
  const ask = vi.fn(
    () =>
      new Promise<null>((resolve) => {
        answer = resolve;
      }),
  );
  client.setQueryData(CURRENT_USER, { id: 'rose' });
  const observer = new QueryObserver(client, {
    queryKey: CURRENT_USER,
    queryFn: ask,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = observer.subscribe(() => undefined);
  for (let refusal = 0; refusal < 20; refusal += 1) {
    askWhoIsHere(client);
    await Promise.resolve();
  }
  expect(ask).toHaveBeenCalledTimes(1);
  answer(null);
  await vi.waitFor(() => expect(client.getQueryData(CURRENT_USER)).toBeNull());
  stop();
  client.clear();
});

it.each([
  ['an ended session refetches the current user', 401, 'not-signed-in', true, true],
  [
    'a server that is not ready counts as offline and the person stays signed in',
    503,
    'not-ready',
    false,
    false,
  ],
  ['a server that answers counts as online', 200, undefined, false, true],
])('after the live stream failed, %s', async (_, status, code, isAsked, isOnline) => {
  const body = code === undefined ? '{"id":"rose"}' : JSON.stringify({ error: 'No.', code });
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  const client = new QueryClient();
  client.setQueryData(CURRENT_USER, { id: 'rose' });
  await checkSession(client);
  expect(client.getQueryState(CURRENT_USER)?.isInvalidated).toBe(isAsked);
  expect(client.getQueryData(CURRENT_USER)).toEqual({ id: 'rose' });
  expect(onlineManager.isOnline()).toBe(isOnline);
  client.clear();
});
