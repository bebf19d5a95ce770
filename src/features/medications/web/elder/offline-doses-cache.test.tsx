import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { shownDoses } from '../dose-store.ts';
import { KNOWN_DOSES } from '../todays-doses.ts';
import { recallDoses, stopLayingOut, storeKnownDoses } from './offline-doses-cache.ts';

test('the data of an earlier version are deleted and not shown', async () => {
  localStorage.setItem('known-doses', JSON.stringify({ version: 1, doses: [{ id: 'a dose' }] }));
  await recallDoses({ person: 'edith', household: 'GA-1' });
  expect(localStorage.getItem('known-doses')).toBeNull();
  expect(shownDoses().doses).toBeUndefined();
});

test('data fetched for another person are not stored for the next person', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T12:00:00Z') });
  const client = new QueryClient();
  const walter = { person: 'walter', household: 'GA-2' };
  const known = { at: Date.now(), timezone: 'UTC', medications: [], doses: [] };
  const readAt = Date.now();
  await recallDoses({ person: 'edith', household: 'GA-1' });
  vi.setSystemTime(readAt + 1000);
  await recallDoses(walter);
  storeKnownDoses(client, walter, { ...known, readAt });
  expect(client.getQueryData(KNOWN_DOSES)).toBeUndefined();
  storeKnownDoses(client, walter, { ...known, readAt: readAt + 1000 });
  expect(client.getQueryData(KNOWN_DOSES)).toMatchObject({ owner: walter });
  stopLayingOut();
});

test('doses of unknown medications belong to another person and are not stored', async () => {
  const client = new QueryClient();
  const walter = { person: 'walter', household: 'GA-2' };
  await recallDoses(walter);
  const foreign = {
    ...{
      id: 'm_2026-03-10_0800',
      medicationId: 'm',
      userId: 'system',
      status: 'pending' as const,
      answeredAt: null,
    },
    scheduledTime: '2026-03-10T12:00:00.000Z',
    medication: {
      ...{ name: 'Metformin', dosage: '', instructions: '', pillImageUrl: null },
      ...{ reminderEnabled: true, soundEnabled: true },
    },
  };
  const known = { at: Date.now(), timezone: 'UTC', medications: [], doses: [foreign] };
  storeKnownDoses(client, walter, { ...known, readAt: Date.now() + 1000 });
  expect(client.getQueryData(KNOWN_DOSES)).toBeUndefined();
  expect(shownDoses().doses).toBeUndefined();
});
