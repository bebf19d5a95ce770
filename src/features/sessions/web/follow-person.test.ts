import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { followPerson } from './follow-person.ts';
import { CURRENT_USER } from './queries.ts';

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  followPerson(client);
});

const is = (id: string | null) => client.setQueryData(CURRENT_USER, id && { id });

test('the data of the previous person is removed for another one', () => {
  is('edith');
  client.setQueryData(['doses'], ['of Edith']);
  is('walter');
  expect(client.getQueryData(['doses'])).toBeUndefined();
  expect(client.getQueryData(CURRENT_USER)).toEqual({ id: 'walter' });
});

test('the data is removed for another person after a sign-out', () => {
  is('edith');
  client.setQueryData(['doses'], ['of Edith']);
  is(null);
  expect(client.getQueryData(['doses'])).toEqual(['of Edith']);
  is('walter');
  expect(client.getQueryData(['doses'])).toBeUndefined();
});

test('a repeated sign-in of one person and the first sign-in keep the data', () => {
  client.setQueryData(['doses'], ['kept on the tablet']);
  is('edith');
  is(null);
  is('edith');
  expect(client.getQueryData(['doses'])).toEqual(['kept on the tablet']);
});

test('displayed queries are refetched, and pending responses are discarded', async () => {
  is('edith');
  const answers: ((doses: string) => void)[] = [];
  const queryFn = () => new Promise<string>((answer) => void answers.push(answer));
  const shown = new QueryObserver(client, { queryKey: ['doses'], queryFn });
  const asleep = new QueryObserver(client, { queryKey: ['list'], queryFn, enabled: false });
  client.setQueryData(['list'], 'of Edith');
  const ends = [shown, asleep].map((observer) => observer.subscribe(() => undefined));
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  is('walter');
  expect(asleep.getCurrentResult().data).toBeUndefined();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.('of Edith');
  answers[1]?.('of Walter');
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('of Walter'));
  for (const end of ends) end();
});
