import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CURRENT_USER } from '#features/sessions/web/queries.ts';
import { DEFAULT_SETTINGS } from '../defaults.ts';
import { forgetTimezone } from './remembered-timezone.ts';
import { useTimezone } from './use-timezone.ts';

function Shown() {
  return <p>{useTimezone() ?? 'unknown'}</p>;
}

/** A page of somebody of that household; the server answers the settings, or not. */
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

test('is unknown until the settings are, and never that of another place', async () => {
  open('GA-1', 'Europe/London');
  expect(screen.getByText('unknown')).toBeTruthy();
  expect(await screen.findByText('Europe/London')).toBeTruthy();
});

test('is remembered for that household when the settings cannot be read', async () => {
  const close = open('GA-1', 'Europe/London');
  await screen.findByText('Europe/London');
  close();
  open('GA-1');
  expect(screen.getByText('Europe/London')).toBeTruthy();
});

test('is not that of the household which was here before, nor of one that left', async () => {
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

test('is undefined where this browser does not know the zone and has no offsets of it', async () => {
  open('GA-1', 'Test/Unknown');
  await waitFor(() => expect(localStorage.getItem('household-timezone')).toContain('Test/Unknown'));
  expect(screen.getByText('unknown')).toBeTruthy();
});
