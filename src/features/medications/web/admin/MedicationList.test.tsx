import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CURRENT_USER } from '#features/sessions/web/queries.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { stubBrowserParts } from '#testing/web/render.ts';
import { MedicationList } from './MedicationList.tsx';

beforeEach(() => {
  stubBrowserParts();
});

const medication = (_: unknown, at: number) => ({
  ...{ id: `m${at}`, name: `Medication ${at}`, dosage: '', frequency: 'as_needed', times: [] },
  ...{ startDate: '2026-01-05', endDate: null, instructions: '', pillImageUrl: null },
  ...{ isActive: true, reminderEnabled: true, soundEnabled: true, userId: 'system', version: 1 },
});

/** Shows the list of `count` medications on a server with the given quota. */
async function show(count: number, limits?: { medications: number }) {
  cleanup();
  const medications = Array.from({ length: count }, medication);
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path === '/api/medications' ? medications : []),
  );
  const client = createQueryClient(() => undefined);
  client.setQueryData(CURRENT_USER, { id: 'u', role: 'admin', ...(limits && { limits }) });
  render(
    <QueryClientProvider client={client}>
      <MedicationList timezone="America/New_York" />
    </QueryClientProvider>,
  );
  await screen.findByText(`Medication ${count - 1}`);
}

const add = () => screen.queryByRole('button', { name: 'Add Medication' });

test('the quota is not mentioned while enough of it is free', async () => {
  await show(17, { medications: 20 });
  expect(add()).not.toBeNull();
  expect(screen.queryByText(/room/)).toBeNull();
});

test('the remaining quota is shown next to the button when a tenth is left', async () => {
  await show(18, { medications: 20 });
  expect(await screen.findByText('There is room for 2 more medications.')).toBeDefined();
  expect(add()).not.toBeNull();
  await show(2, { medications: 3 });
  expect(await screen.findByText('There is room for 1 more medication.')).toBeDefined();
});

test.each([3, 4])('with %d of 3 medications a hint replaces the button', async (count) => {
  await show(count, { medications: 3 });
  expect(
    await screen.findByText(
      `There is no room for more medications: ${count} of 3 are there. Delete one that is over, or ask whoever runs this server for more room.`,
    ),
  ).toBeDefined();
  expect(add()).toBeNull();
});

test('without a quota from the server the button is always shown', async () => {
  await show(30);
  expect(add()).not.toBeNull();
  expect(screen.queryByText(/room/)).toBeNull();
});
