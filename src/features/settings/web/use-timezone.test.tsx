import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CURRENT_USER } from '#features/sessions/web/queries.ts';
import { DEFAULT_SETTINGS } from '../domain/defaults.ts';
import { forgetTimezone } from './remembered-timezone.ts';
import { useTimezone } from './use-timezone.ts';

function Shown() {
  return <p>{useTimezone() ?? 'unknown'}</p>;
}

/**
 * A page of a signed-in person of that household; without `timezone` the settings request fails.
 */
function open(household: string, timezone?: string) {
  vi.stubGlobal('fetch', async () =>
    timezone === undefined
      ? new Response('{"error":"It failed."}', { status: 500 })
      : new Response(JSON.stringify({ ...DEFAULT_SETTINGS, timezone })),
  );
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData(CURRENT_USER, { id: 'edith', accountNumber: household });
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <Shown />
    </QueryClientProvider>,
  );
  return unmount;
}

beforeEach(() => localStorage.clear());

test('the time zone is unknown until the settings are loaded', async () => {
  open('GA-1', 'Europe/London');
  expect(screen.getByText('unknown')).toBeTruthy();
  expect(await screen.findByText('Europe/London')).toBeTruthy();
});

test('the time zone of a household is remembered when the settings cannot be loaded', async () => {
  const close = open('GA-1', 'Europe/London');
  await screen.findByText('Europe/London');
  close();
  open('GA-1');
  expect(screen.getByText('Europe/London')).toBeTruthy();
});

test('the time zone of another or a signed-out household is not used', async () => {
  const close = open('GA-1', 'Europe/London');
  await screen.findByText('Europe/London');
  close();
  open('GA-2')();
  open('GA-1');
  expect(screen.getByText('Europe/London')).toBeTruthy();
  forgetTimezone();
  open('GA-1');
  expect(screen.getByText('unknown')).toBeTruthy();
});

test('the time zone is undefined if this browser does not know it and has no offsets', async () => {
  open('GA-1', 'Test/Unknown');
  await waitFor(() => expect(localStorage.getItem('household-timezone')).toContain('Test/Unknown'));
  expect(screen.getByText('unknown')).toBeTruthy();
});
