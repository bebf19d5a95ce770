import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/query-client.ts';
import { stubBrowserParts } from '#testing/web/render.ts';
import { AuthScreen } from './Auth.tsx';

const OPTIONS = { registrationOpen: true, billing: 'built-in', supportEmail: null };

beforeEach(stubBrowserParts);

function show(options: Promise<Response>) {
  vi.stubGlobal('fetch', () => options);
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <AuthScreen />
    </QueryClientProvider>,
  );
}

test('the form appears only when its layout is known, so that no input is lost', async () => {
  let answer = (_response: Response): void => undefined;
  show(new Promise((resolve) => (answer = resolve)));
  expect(screen.queryByLabelText('Email')).toBeNull();
  expect(screen.getByText('Loading...')).toBeTruthy();
  await act(async () => answer(Response.json(OPTIONS)));
  expect(await screen.findByLabelText('Email')).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Create Account' })).toBeTruthy();
});

test.each([
  ['registration is closed', Response.json({ ...OPTIONS, registrationOpen: false })],
  ['the options cannot be loaded', new Response('', { status: 503 })],
])('the sign-in form is shown if %s', async (_, response) => {
  show(Promise.resolve(response));
  expect(await screen.findByLabelText('Email')).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
});
