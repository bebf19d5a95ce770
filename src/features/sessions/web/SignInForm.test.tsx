import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/query-client.ts';
import { toast } from '#platform/web/toasts.ts';
import { Toasts } from '#platform/web/ui/Toasts.tsx';
import { CURRENT_USER } from './queries.ts';
import { SignInForm } from './SignInForm.tsx';

afterEach(() => {
  act(() => toast.close());
  window.history.replaceState(null, '', '/');
});

function show(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', vi.fn(answer));
  const client = createQueryClient(() => undefined);
  render(
    <QueryClientProvider client={client}>
      <SignInForm />
      <Toasts />
    </QueryClientProvider>,
  );
  return { client, user: userEvent.setup({ delay: null }) };
}

async function signIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Email'), 'maria@example.com');
  await user.type(screen.getByLabelText('Password'), 'a quiet widow');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

const refused = (status: number, body: object) => async () =>
  new Response(JSON.stringify(body), { status });

test.each([
  [
    'the server gives a reason',
    refused(401, { error: 'Wrong email or password.' }),
    'Wrong email or password.',
  ],
  ['the server gives no reason', refused(401, {}), 'Invalid credentials'],
  [
    'the server cannot be reached',
    () => Promise.reject(new TypeError('offline')),
    'An error occurred during login.',
  ],
])('a failed sign-in where %s shows an error and keeps the fields', async (_, answer, text) => {
  const { user } = show(answer);
  await signIn(user);
  expect(await screen.findByText('Login failed')).toBeTruthy();
  expect(screen.getAllByText(text)).toHaveLength(2);
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'maria@example.com');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'a quiet widow');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

test('an expired subscription opens its own screen', async () => {
  const body = {
    error: 'Subscription expired',
    code: 'subscription-expired',
    subscriptionExpired: true,
  };
  const { user } = show(refused(403, body));
  await signIn(user);
  await vi.waitFor(() => expect(window.location.pathname).toBe('/subscription-expired'));
  expect(screen.queryByText('Login failed')).toBeNull();
});

test('a successful sign-in stores the user and shows a welcome message', async () => {
  const person = { id: '1', firstName: 'Maria' };
  const { client, user } = show(async () => new Response(JSON.stringify(person)));
  await signIn(user);
  expect(await screen.findByText('Welcome back!')).toBeTruthy();
  expect(client.getQueryData(CURRENT_USER)).toEqual(person);
});

test('email and password are both required', async () => {
  const { user } = show(() => Promise.reject(new Error('must not be called')));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(screen.getByText('Please enter your email.')).toBeTruthy();
  expect(screen.getByText('Please enter your password.')).toBeTruthy();
  expect(fetch).not.toHaveBeenCalled();
});
