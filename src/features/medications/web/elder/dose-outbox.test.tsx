import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CURRENT_USER } from '#features/sessions/web/queries.ts';
import { stubIndexedDb } from '#testing/web/indexed-db.ts';
import { doseOutbox, pageOf } from './dose-outbox.ts';

const posted: { body: unknown; key: string | null }[] = [];

/** An outbox entry as an earlier version stored it. */
const OF_AN_EARLIER_VERSION = {
  person: 'edith',
  household: 'GA-1',
  key: 'a key of then',
  doseId: 'a dose',
  medicationId: 'a',
  scheduledTime: '2026-03-10T12:00:00.000Z',
  status: 'taken',
  pressedAt: Date.parse('2026-03-10T11:55:00.000Z'),
  notBefore: Date.parse('2026-03-10T11:54:59.000Z'),
  wasSent: true,
};

beforeEach(() => {
  posted.length = 0;
  stubIndexedDb();
  vi.stubGlobal('fetch', async (path: string, { body, headers, method }: RequestInit) => {
    if (method === 'POST' && path === '/api/medication-logs') {
      const key = new Headers(headers).get('Idempotency-Key');
      posted.push({ body: JSON.parse(String(body)), key });
      return Response.json({ id: 'a log', status: 'taken' });
    }
    return Response.json([]);
  });
});
afterEach(() => doseOutbox.stop());

async function writeAsBefore(press: object): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('presses', 1);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore('presses', { keyPath: 'number', autoIncrement: true });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  await new Promise((resolve) => {
    const transaction = database.transaction('presses', 'readwrite');
    transaction.objectStore('presses').add(press);
    transaction.oncomplete = resolve;
  });
  database.close();
}

test('an entry of an earlier version is delivered with its key and time, and then deleted', async () => {
  await writeAsBefore(OF_AN_EARLIER_VERSION);
  const client = new QueryClient();
  client.setQueryData(CURRENT_USER, { id: 'edith', accountNumber: 'GA-1', role: 'user' });
  const page = pageOf(client);
  if (page === undefined) throw new Error('nobody is there');
  await doseOutbox.recall(page);
  expect(posted).toEqual([
    {
      key: 'a key of then',
      body: {
        doseId: 'a dose',
        medicationId: 'a',
        scheduledTime: '2026-03-10T12:00:00.000Z',
        status: 'taken',
        pressedAt: '2026-03-10T11:55:00.000Z',
      },
    },
  ]);
  await doseOutbox.recall(page);
  expect(posted).toHaveLength(1);
});
