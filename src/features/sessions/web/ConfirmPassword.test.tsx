import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { callersOf } from '#platform/web/api.ts';
import { AlreadyReported } from '#platform/web/forms/attempt.ts';
import { toast } from '#platform/web/toasts.ts';
import { fillIn, loadModal, stubBrowserParts } from '#testing/web/render.ts';
import type { SessionCalls } from '../contract.ts';
import { ConfirmPassword } from './ConfirmPassword.tsx';

const calls = callersOf<Pick<SessionCalls, 'signOut'>>()({ signOut: 'POST /api/auth/logout' });

const PASSWORD = 'a quiet window';
const WRONG = 'The password is not right.';

let isConfirmed: boolean;
/** The paths of all calls, in order. */
let called: string[];

/** Refuses calls until the password was confirmed, like the server. */
function answer(path: string, init?: RequestInit): Response {
  called.push(path);
  if (path === '/api/auth/confirm-password') {
    isConfirmed = JSON.parse(String(init?.body)).password === PASSWORD;
    return isConfirmed
      ? Response.json({ message: 'Your password is confirmed.' })
      : Response.json(
          { error: WRONG, code: 'wrong-password', fields: { password: WRONG } },
          { status: 400 },
        );
  }
  return isConfirmed
    ? Response.json({ message: 'Done' })
    : Response.json({ error: 'Please.', code: 'confirm-password' }, { status: 403 });
}

beforeAll(loadModal);
beforeEach(() => {
  stubBrowserParts();
  isConfirmed = false;
  called = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => answer(path, init));
});
afterEach(() => act(() => toast.close()));

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfirmPassword />
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ delay: null });
  return (name: string) => user.click(screen.getByRole('button', { name }));
}

const question = () => screen.findByRole('dialog', { name: 'Confirm it is you' });

test('a refused call is repeated after the password was confirmed', async () => {
  const press = show();
  const call = calls.signOut();
  await question();
  await press('Continue');
  expect(screen.getByText('Please enter your password.')).toBeTruthy();
  fillIn('Your password', 'a quiet widow');
  await press('Continue');
  expect(await screen.findByText(WRONG)).toBeTruthy();
  fillIn('Your password', PASSWORD);
  await press('Continue');
  await expect(call).resolves.toEqual({ message: 'Done' });
  expect(called).toEqual([
    '/api/auth/logout',
    '/api/auth/confirm-password',
    '/api/auth/confirm-password',
    '/api/auth/logout',
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('canceling the dialog ends the call without a message', async () => {
  const press = show();
  const call = calls.signOut();
  const ended = expect(call).rejects.toBeInstanceOf(AlreadyReported);
  await question();
  await press('Cancel');
  await ended;
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(called).toEqual(['/api/auth/logout']);
});

test('concurrently refused calls share one dialog', async () => {
  const press = show();
  const both = Promise.all([calls.signOut(), calls.signOut()]);
  await question();
  fillIn('Your password', PASSWORD);
  await press('Continue');
  await expect(both).resolves.toHaveLength(2);
  expect(called.filter((path) => path === '/api/auth/confirm-password')).toHaveLength(1);
});
