import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { accounts } from '#database/schema/households.ts';
import { openZip, zipTo } from '#platform/server/archive/zip.ts';
import { diskStore, type FileStore } from '#platform/server/storage/file-store.ts';
import { uploadsFolder } from '#platform/server/storage/temp-files.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { EVENT } from '#testing/event.ts';
import { pillPicture } from '#testing/hostile-pictures.ts';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import { EXAMPLE_PASSWORD, registrationForm } from '#testing/registration.ts';
import {
  type Answer,
  asking,
  expectStatus,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';

/** Files of an archive by name, in their order. */
export type Files = Map<string, Buffer>;

export type FullServer = Awaited<ReturnType<typeof openFullServer>>;

/** Opens the whole product with its own data folder. */
export async function openFullServer(
  storeOf: (store: FileStore) => FileStore = (store) => store,
  more: Readonly<Record<string, string>> = {},
  opened?: Database,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'grand-household-'));
  const store = storeOf(diskStore(uploadsFolder(dataDir)));
  const environment = { DATA_DIR: dataDir, ...more };
  const features = featuresFor(readConfig(environment), { store, outside: NOBODY_OUTSIDE });
  const server = await testServer(features, environment, undefined, opened);
  return {
    server,
    store,
    /** Names of all stored files. */
    async stored(): Promise<string[]> {
      const options = { recursive: true, withFileTypes: true } as const;
      const entries = await readdir(uploadsFolder(dataDir), options).catch(() => []);
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    async accountIdOf({ customerId }: { customerId: string }): Promise<string> {
      const [found] = await server.database.asSystem((db) =>
        db.select().from(accounts).where(eq(accounts.accountNumber, customerId)),
      );
      return found?.id ?? '';
    },
    /** Registers a household. Returns functions that act as its super_admin. */
    async registered(email = `${randomUUID()}@example.com`, address?: string) {
      const answer = await server.ask('POST', '/api/auth/register', registrationForm(email));
      return familyOf(server, expectStatus(answer, 201), address);
    },
    async close() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Family = Awaited<ReturnType<FullServer['registered']>>;

function familyOf({ app }: TestServer, { body, headers }: Answer, address?: string) {
  const token = /grand_session=([^;]*)/.exec(String(headers['set-cookie']))?.[1];
  const ask = asking(app, token, address);
  const ticket = async () => {
    const made = await ask('POST', '/api/export/ticket', { password: EXAMPLE_PASSWORD });
    return String(expectStatus(made, 201).body.ticket);
  };
  return {
    email: String(body.user.email),
    customerId: String(body.user.accountNumber),
    ask,
    ticket,
    async download(): Promise<Buffer> {
      const answer = await ask('GET', `/api/export?ticket=${await ticket()}`);
      return expectStatus(answer, 200).raw;
    },
    bringIn: (archive: Buffer) => ask('POST', '/api/import', formOf(archive)),
    remove: (changed: Record<string, unknown> = {}) => {
      const form = { customerId: String(body.user.accountNumber), password: EXAMPLE_PASSWORD };
      return ask('DELETE', '/api/account', { ...form, ...changed });
    },
  };
}

function formOf(archive: Buffer): FormData {
  const form = new FormData();
  form.append('download', new Blob([new Uint8Array(archive)]), 'household.zip');
  return form;
}

export async function unpacked(archive: Buffer): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'grand-unpacked-'));
  try {
    const path = join(folder, 'archive.zip');
    await writeFile(path, archive);
    const zip = await openZip(path, { mostEntries: 1_000, mostBytes: 1e9 });
    const files: Files = new Map();
    for (const { name } of zip.entries) files.set(name, await buffer(await zip.read(name)));
    await zip.close();
    return files;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Packs an archive with a valid manifest, as another program would after changing some of the
 * files.
 */
export async function packed(files: Files, manifest: Record<string, unknown> = {}) {
  const { files: _, ...before } = JSON.parse(String(files.get('manifest.json')));
  const listed = [...files].filter(([name]) => name !== 'manifest.json');
  const facts = listed.map(([name, content]) => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { name, bytes: content.length, sha256 };
  });
  const contents = JSON.stringify({ ...before, files: facts, ...manifest });
  return packedAsIs(new Map([...listed, ['manifest.json', Buffer.from(contents)]]));
}

export async function packedAsIs(files: Files): Promise<Buffer> {
  const output = new PassThrough();
  const all = buffer(output);
  const zip = zipTo(output);
  for (const [name, content] of files) await zip.add(name, content);
  await zip.end();
  return all;
}

/** Returns the rows of one section from the JSON file `name`. */
export function rowsOf(files: Files, name: string, section: string): Record<string, unknown>[] {
  return JSON.parse(String(files.get(`${name}.json`)))[section];
}

/**
 * Removes the export time and the audit entries from the files, so that two archives can be
 * compared.
 */
export function timeless(files: Files, besides: readonly string[] = []) {
  const manifest = JSON.parse(String(files.get('manifest.json')));
  const listed = manifest.files.filter(({ name }: { name: string }) => !besides.includes(name));
  const kept = [...files].filter(([name]) => name !== 'manifest.json' && !besides.includes(name));
  const { exportedAt: _, files: __, counts, ...rest } = manifest;
  const { entries: ___, ...others } = counts;
  return {
    manifest: { ...rest, files: listed, counts: besides.length > 0 ? others : counts },
    files: kept.map(([name, content]) => [name, content.toString('latin1')]),
  };
}

const picture = (width: number) => pillPicture(width, 60).jpeg().toBuffer();

async function upload({ ask }: Family, path: string, field: string, files: readonly Buffer[]) {
  const form = new FormData();
  for (const [at, bytes] of files.entries()) {
    form.append(field, new Blob([new Uint8Array(bytes)]), `Summer ${at + 1}.jpg`);
  }
  return expectStatus(await ask('POST', path, form), 201).body;
}

/** Sets an escalation policy with quiet hours for all administrators. */
async function chooseOrder(made: Made): Promise<void> {
  const { people } = await made('GET', '/api/alerts/order');
  const quiet = { from: '22:30', until: '06:45' };
  const chosen = { waitMinutes: 20, askAgainMinutes: 90, lastIgnoresQuiet: true };
  const places = people.map((person: object) => ({ ...person, step: 3, quiet }));
  await made('PUT', '/api/alerts/order', { ...chosen, people: places });
}

/** Fills a household with an item of each kind; returns the uploaded photos. */
export async function fill(family: Family, server: TestServer): Promise<Buffer[]> {
  const made = async (method: string, path: string, body?: object) => {
    const answer = await family.ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const elder = await made('POST', '/api/users', { firstName: 'Rose', lastName: 'Carter' });
  const reach = { textSize: 140, hand: 'left', holdMs: 150 };
  await made('PATCH', `/api/accessibility/${elder.id}`, reach);
  await made('PATCH', '/api/settings', { appName: 'Our “Window”', alarmRepeatMinutes: 7 });
  await chooseOrder(made);
  const buttons = await made('GET', '/api/home-buttons');
  await made('PUT', `/api/home-buttons/${buttons[1].id}`, { label: 'Films', order: 4 });
  await addCare(family, elder.id, { made, server });
  server.clock.advance(MINUTE_MS);
  await made('POST', '/api/calendar-events', EVENT);
  await made('POST', '/api/calendar-events', { title: 'Visit\nof Ella', eventDate: '2026-04-01' });
  const videos = ['The garden', 'The lake'].map((title) => ({ title, order: 0 }));
  for (const [at, video] of videos.entries()) {
    await made('POST', '/api/videos', { ...video, url: `https://example.org/${at}.mp4` });
  }
  const playlist = { name: 'Evening', spotifyUrl: 'https://example.org/evening.mp3' };
  await made('POST', '/api/playlists', playlist);
  await made('POST', '/api/articles', { title: 'Roses', url: 'https://127.0.0.1/roses' });
  const [watched] = await made('GET', '/api/videos');
  for (const [content, duration, itemId] of [
    ['watch_started', 0, undefined],
    ['watch_started', 0, watched.id],
    ['watch_ended', 61, watched.id],
    ['watch_ended', 70, undefined],
  ]) {
    await made('POST', '/api/analytics', { activity: 'watch', content, duration, itemId });
  }
  return addPhotos(family, made);
}

type Made = (method: string, path: string, body?: object) => Promise<Answer['body']>;

async function addCare(
  family: Family,
  elderId: string,
  { made, server }: { made: Made; server: TestServer },
): Promise<void> {
  const pill = await upload(family, '/api/upload-pill-image', 'pill-image', [await picture(90)]);
  const medication = { frequency: 'daily', times: ['08:00', '20:00'], startDate: '2026-03-01' };
  const one = await made('POST', '/api/medications', {
    ...medication,
    name: 'Lisinopril',
    userId: elderId,
    pillImageUrl: pill.imageUrl,
  });
  server.clock.advance(SECOND_MS);
  const other = await made('POST', '/api/medications', { ...medication, name: 'Aspirin' });
  const dose = { medicationId: one.id, scheduledTime: '2026-03-10T12:00:00.000Z' };
  await made('POST', '/api/medication-logs', { ...dose, status: 'taken', notes: 'with milk' });
  await made('POST', '/api/medication-logs', { ...dose, status: 'skipped' });
  await made('POST', '/api/medication-logs', { ...dose, medicationId: other.id, status: 'taken' });
  await made('DELETE', `/api/medications/${other.id}`);
}

async function addPhotos(family: Family, made: Made): Promise<Buffer[]> {
  const album = await made('POST', '/api/photo-albums', { name: 'Été à la mer', description: '' });
  const [first] = await made('GET', '/api/photo-albums');
  const photos = await Promise.all([300, 301, 302].map(picture));
  const inFirst = await upload(family, `/api/photo-albums/${first.id}/photos`, 'photos', [
    ...photos.slice(0, 2),
  ]);
  await upload(family, `/api/photo-albums/${album.id}/photos`, 'photos', photos.slice(2));
  await made('PUT', `/api/photos/${inFirst.photos[1].id}/order`, { order: 0 });
  await made('PUT', `/api/photos/${inFirst.photos[0].id}`, { caption: 'At the lake' });
  return photos;
}
