import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { localTime } from '#platform/shared/zoned-time.ts';
import { useHouseholds } from './queries.ts';

const NOON = new Date('2026-06-01T12:00:00Z');

test('times of another household use its offsets when this browser does not know the zone', async () => {
  const timezoneOffsets = [
    [Date.UTC(2025, 0), 300],
    [Date.UTC(2029, 0), 300],
  ];
  const household = { id: 'a', timezone: 'Test/Other-Household', timezoneOffsets };
  const answer = [household, { id: 'b', timezone: null, timezoneOffsets: [] }];
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(answer)),
  );
  const client = new QueryClient();
  const { result } = renderHook(() => useHouseholds(), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  await waitFor(() => expect(result.current.data).toHaveLength(2));
  expect(localTime(NOON, 'Test/Other-Household')).toBe('17:00');
});
