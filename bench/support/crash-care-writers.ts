import sharp from 'sharp';
import { z } from 'zod';
import { calendarEvent } from '../../src/features/calendar/contract.ts';
import { medication, medicationLog } from '../../src/features/medications/contract.ts';
import { photo, photoAlbum } from '../../src/features/photos/contract.ts';
import { MINUTE_MS } from '../../src/platform/shared/durations.ts';
import { Counted, type Writer } from './crash-writer.ts';
import type { FamilyClient } from './family-client.ts';

/** Writes doses of a medication; every third write changes the previous log. */
export function doses({ ask }: FamilyClient): Writer {
  const logs = new Map<string, number>();
  const newest = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  let medicationId = '';
  let number = 0;
  return {
    async write() {
      if (medicationId === '') {
        medicationId = medication.parse(await ask('POST', '/api/medications', AS_NEEDED)).id;
        return;
      }
      number += 1;
      const minute = newest - (number - (number % 3 === 0 ? 1 : 0)) * MINUTE_MS;
      const scheduledTime = new Date(minute).toISOString();
      const mine = number;
      const log = { medicationId, scheduledTime, status: 'taken', notes: String(mine) };
      await ask('POST', '/api/medication-logs', log);
      logs.set(scheduledTime, mine);
    },
    async wrong() {
      if (medicationId === '') return [];
      const path = `/api/medication-logs?medicationId=${medicationId}&limit=1000`;
      const stored = z.array(medicationLog).parse(await ask('GET', path));
      const notes = new Map(
        stored.map((log) => [new Date(log.scheduledTime).toISOString(), Number(log.notes)]),
      );
      return [...logs]
        .filter(([at, mine]) => (notes.get(at) ?? 0) < mine)
        .map(([at, mine]) => `log ${mine} of ${medicationId} at ${at}`);
    },
  };
}

const AS_NEEDED = { name: 'Lisinopril', frequency: 'as_needed', startDate: '2020-01-01' };

/** Adds an item, changes it twice and removes it, in a cycle. */
function cycle(
  { ask }: FamilyClient,
  path: string,
  {
    make,
    nameOf,
  }: { make: (name: string) => object; nameOf: (found: unknown) => [string, string] },
): Writer {
  let current: { id: string; name: Counted; removing: boolean } | undefined;
  const before: { id: string; name: Counted; removing: boolean; removed: boolean }[] = [];
  return {
    async write() {
      if (current === undefined) {
        const [id] = nameOf(await ask('POST', path, make('Number 0')));
        current = { id, name: new Counted(), removing: false };
        return;
      }
      const { id, name } = current;
      if (name.begun < 2) {
        const method = path.endsWith('events') ? 'PUT' : 'PATCH';
        return name.next((number) => ask(method, `${path}/${id}`, make(`Number ${number}`)));
      }
      const leaving = { ...current, removing: true, removed: false };
      before.push(leaving);
      current = undefined;
      await ask('DELETE', `${path}/${id}`);
      leaving.removed = true;
    },
    async wrong() {
      const names = new Map(
        z
          .array(z.unknown())
          .parse(await ask('GET', path))
          .map(nameOf),
      );
      const found = (id: string) => Number(names.get(id)?.replace('Number ', '') ?? Number.NaN);
      const stays = current === undefined ? [] : [current];
      return [
        ...stays.flatMap(({ id, name }) => name.wrong(`${path} ${id}`, found(id))),
        ...before
          .filter(({ id, removed }) => removed && names.has(id))
          .map(({ id }) => `${path} ${id} was removed and is there`),
      ];
    },
  };
}

export const medications = (client: FamilyClient): Writer =>
  cycle(client, '/api/medications', {
    make: (name) => ({ ...AS_NEEDED, name }),
    nameOf: (found) => {
      const { id, name } = medication.parse(found);
      return [id, name];
    },
  });

export const events = (client: FamilyClient): Writer =>
  cycle(client, '/api/calendar-events', {
    make: (title) => ({ title, eventDate: '2026-12-01' }),
    nameOf: (found) => {
      const { id, title } = calendarEvent.parse(found);
      return [id, title];
    },
  });

/** Uploads small photos, each different, and checks that every listed photo has its files. */
export function photos({ ask, statusOf }: FamilyClient): Writer {
  const added: string[] = [];
  let albumId = '';
  let number = 0;
  const albumPath = () => `/api/photos/${albumId}`;
  return {
    async write() {
      if (albumId === '') {
        const [album] = z.array(photoAlbum).parse(await ask('GET', '/api/photo-albums'));
        albumId = album?.id ?? '';
      }
      number += 1;
      const form = new FormData();
      form.append('photos', new Blob([await smallPicture(number)]), `${number}.png`);
      const path = `/api/photo-albums/${albumId}/photos`;
      const answer = z.object({ photos: z.array(photo) }).parse(await ask('POST', path, form));
      added.push(...answer.photos.map(({ id }) => id));
    },
    async wrong() {
      if (albumId === '') return [];
      const listed = z.array(photo).parse(await ask('GET', albumPath()));
      const known = new Set(listed.map(({ id }) => id));
      const lost = added.filter((id) => !known.has(id)).map((id) => `photo ${id}`);
      const files = listed.flatMap(({ url, thumbnails }) => [
        url,
        ...thumbnails.map((one) => one.url),
      ]);
      const missing: string[] = [];
      for (const file of files) if ((await statusOf(file)) !== 200) missing.push(`file ${file}`);
      const inOrder = listed.every(({ order }, at) => order === at);
      return [...lost, ...missing, ...(inOrder ? [] : [`the order of album ${albumId}`])];
    },
  };
}

async function smallPicture(number: number): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: number % 256, g: (number >> 8) % 256, b: 77 };
  const png = await sharp({ create: { width: 24, height: 16, channels: 3, background } })
    .png()
    .toBuffer();
  return new Uint8Array(png);
}
