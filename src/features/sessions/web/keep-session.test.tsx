import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/query-client.ts';
import { toast } from '#platform/web/toasts.ts';
import { Toasts } from '#platform/web/ui/Toasts.tsx';
import { PairForm } from './PairForm.tsx';
import { isPairedTablet } from './paired-tablet.ts';
import { CURRENT_USER } from './queries.ts';
import { SignInForm } from './SignInForm.tsx';

const COOKIES = /This browser does not keep cookies/;

const onPaired = vi.fn();
let asked: string[];
let client: ReturnType<typeof createQueryClient>;

beforeEach(() => {
  asked = [];
  onPaired.mockClear();
});

afterEach(() => {
  act(() => toast.close());
});

/** A server that accepts every sign-in; `current` returns its response about the current user. */
function show(form: React.ReactNode, current: () => Response) {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string) => {
      asked.push(path);
      if (path === '/api/auth/user') return current();
      return new Response(JSON.stringify({ id: '1', firstName: 'Rosa' }));
    }),
  );
  client = createQueryClient(() => undefined);
  render(
    <QueryClientProvider client={client}>
      {form}
      <Toasts />
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null });
}

const noSession = () =>
  new Response(JSON.stringify({ error: 'Please sign in.', code: 'not-signed-in' }), {
    status: 401,
  });

const blockCookies = () => vi.spyOn(document, 'cookie', 'get').mockReturnValue('');

async function signIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Email'), 'rosa@example.com');
  await user.type(screen.getByLabelText('Password'), 'a quiet widow');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

const pairForm = <PairForm code="ABCD2345" onPaired={onPaired} />;
const setUp = () => screen.getByRole('button', { name: 'Set up this tablet' });

describe('a browser without cookies', () => {
  test('sign-in without cookies shows the cause and sends no password', async () => {
    blockCookies();
    await signIn(show(<SignInForm />, noSession));
    expect((await screen.findAllByText(COOKIES)).length).toBeGreaterThan(0);
    expect(screen.queryByText('Welcome back!')).toBeNull();
    expect(asked).toEqual([]);
  });

  test('pairing without cookies shows the cause and does not use up the code', async () => {
    blockCookies();
    const user = show(pairForm, noSession);
    await user.click(setUp());
    expect(await screen.findByText(COOKIES)).toBeTruthy();
    expect(asked).toEqual([]);
  });
});

describe('a browser that drops the session cookie', () => {
  test('sign-in with a dropped cookie shows the cause instead of success', async () => {
    await signIn(show(<SignInForm />, noSession));
    expect((await screen.findAllByText(COOKIES)).length).toBeGreaterThan(0);
    expect(screen.queryByText('Welcome back!')).toBeNull();
    expect(client.getQueryData(CURRENT_USER)).toBeUndefined();
  });

  test('pairing with a dropped cookie shows the cause, and the device is not marked as paired', async () => {
    const user = show(pairForm, noSession);
    await user.click(setUp());
    expect(await screen.findByText(COOKIES)).toBeTruthy();
    expect(onPaired).not.toHaveBeenCalled();
    expect(isPairedTablet()).toBe(false);
  });
});

test('sign-in succeeds if the server is too busy to confirm the session', async () => {
  await signIn(show(<SignInForm />, () => new Response('{}', { status: 503 })));
  expect(await screen.findByText('Welcome back!')).toBeTruthy();
});
