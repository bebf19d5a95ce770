import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { shownDoses } from '../dose-store.ts';
import { KNOWN_DOSES } from '../todays-doses.ts';
import { noteKnownDoses, recallDoses, stopLayingOut } from './lay-out-doses.ts';

test('what an earlier version kept in a place of its own does not stay, and shows nothing', async () => {
  localStorage.setItem('known-doses', JSON.stringify({ version: 1, doses: [{ id: 'a dose' }] }));
  await recallDoses({ person: 'edith', household: 'GA-1' });
  expect(localStorage.getItem('known-doses')).toBeNull();
  expect(shownDoses().doses).toBeUndefined();
});

test('what was read while another person was here is not kept for the next', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T12:00:00Z') });
  const client = new QueryClient();
  const walter = { person: 'walter', household: 'GA-2' };
  const known = { at: Date.now(), timezone: 'UTC', medications: [], doses: [] };
  const readAt = Date.now();
  await recallDoses({ person: 'edith', household: 'GA-1' });
  vi.setSystemTime(readAt + 1000);
  await recallDoses(walter);
  noteKnownDoses(client, walter, { ...known, readAt });
  expect(client.getQueryData(KNOWN_DOSES)).toBeUndefined();
  noteKnownDoses(client, walter, { ...known, readAt: readAt + 1000 });
  expect(client.getQueryData(KNOWN_DOSES)).toMatchObject({ owner: walter });
  stopLayingOut();
});

test('doses of no medication that is known beside them are those of somebody else', async () => {
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
  noteKnownDoses(client, walter, { ...known, readAt: Date.now() + 1000 });
  expect(client.getQueryData(KNOWN_DOSES)).toBeUndefined();
  expect(shownDoses().doses).toBeUndefined();
});
