import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tablesInOrder } from '#features/backup/server/tables.ts';
import { writeArchive } from '#features/household/server/write-archive.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { EXAMPLE_PASSWORD } from '#testing/registration.ts';
import { expectStatus } from '#testing/test-server.ts';
import { portablesWith } from '../../src/app/portables.ts';
import {
  type Family,
  type FullServer,
  fill,
  openFullServer,
  rowsOf,
  timeless,
  unpacked,
} from '../support/household.ts';

let full: FullServer;
beforeAll(async () => {
  full = await openFullServer();
});
afterAll(() => full.close());

describe('download of a household', () => {
  let family: Family;
  let uploaded: Buffer[];
  beforeAll(async () => {
    family = await full.registered();
    uploaded = await fill(family, full.server);
  });

  it('the archive contains all data of the household in readable files', async () => {
    const answer = await family.ask('GET', `/api/export?ticket=${await family.ticket()}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="household-2026-03-10.zip"',
      'cache-control': 'no-store',
    });
    const files = await unpacked(answer.raw);
    expect([...files.keys()]).toEqual([
      'README.txt',
      'people.json',
      'settings.json',
      'accessibility.json',
      'alert-order.json',
      'home-buttons.json',
      'pictures.json',
      'medications.json',
      'away.json',
      'stock.json',
      'measures.json',
      'calendar.json',
      'library.json',
      'photos.json',
      'analytics.json',
      'audit-trail.json',
      expect.stringMatching(/^pictures\/[0-9a-f]{64}\.webp$/),
      'photos/01-new/0001-summer-2.jpg',
      'photos/01-new/0002-summer-1.jpg',
      'photos/02-ete-a-la-mer/0001-summer-1.jpg',
      'manifest.json',
    ]);
    expect(String(files.get('README.txt'))).toContain('Bring in a download');
    expect(rowsOf(files, 'people', 'people')).toMatchObject([
      { number: 1, role: 'super_admin', email: family.email },
      { number: 2, role: 'user', firstName: 'Rose', email: null },
    ]);
    expect(rowsOf(files, 'medications', 'medications')).toMatchObject([
      { number: 1, person: 2, name: 'Lisinopril', deletedAt: null },
      { number: 2, person: null, name: 'Aspirin', deletedAt: '2026-03-10T14:00:01.000Z' },
    ]);
    expect(rowsOf(files, 'medications', 'logs')).toMatchObject([
      { medication: 1, date: '2026-03-10', time: '08:00', status: 'skipped', person: 1 },
      { medication: 2, status: 'taken' },
    ]);
    const actions = rowsOf(files, 'audit-trail', 'entries').map(({ action }) => action);
    expect(actions).toContain('medication-added');
    const sent = [...files].filter(([name]) => name.startsWith('photos/'));
    const asSent = [uploaded[1], uploaded[0], uploaded[2]];
    expect(sent.map(([, content], at) => content.equals(asSent[at] ?? Buffer.alloc(0)))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('the archive contains no password, session or secret', async () => {
    const all = [...(await unpacked(await family.download()))].join();
    expect(all).not.toMatch(/argon2|passwordHash|tokenHash|secretHash|idempotency/i);
  });

  it('the archive contains no data of another household', async () => {
    const other = await full.registered();
    await fill(other, full.server);
    expectStatus(await other.ask('PATCH', '/api/settings', { appName: 'Nobody else’s' }), 200);
    const accountId = await full.accountIdOf(other);
    const rows = await full.server.database.asSystem(async (db) => {
      const found: string[] = [];
      for (const { name } of await tablesInOrder(db)) {
        const row = sql`to_jsonb(${sql.identifier(name)})`;
        const [of] = await db
          .select({ text: sql<string | null>`string_agg(${row}::text, ' ')` })
          .from(sql`${sql.identifier(name)}`)
          .where(sql`coalesce(${row}->>'account_id', ${row}->>'id') = ${accountId}`);
        found.push(of?.text ?? '');
      }
      return found.join(' ');
    });
    const ids = new Set(rows.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g));
    expect(ids.size).toBeGreaterThan(40);
    const all = [...(await unpacked(await family.download()))].join();
    for (const word of [...ids, other.email, other.customerId, 'Nobody else’s']) {
      expect(all).not.toContain(word);
    }
  });

  it('two archives are equal except for their time', async () => {
    const one = await family.download();
    expect((await family.download()).equals(one)).toBe(true);
    full.server.clock.advance(SECOND_MS);
    const later = await family.download();
    expect(later.equals(one)).toBe(false);
    expect(timeless(await unpacked(later))).toEqual(timeless(await unpacked(one)));
  });

  it('a slow download does not block other requests', async () => {
    let release: () => void = () => undefined;
    const stuck = new Promise<void>((done) => {
      release = done;
    });
    let taken = 0;
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        taken += chunk.length;
        void stuck.then(() => done());
      },
    });
    const { server, store } = full;
    const accountId = await full.accountIdOf(family);
    const writing = writeArchive(slow, {
      store,
      portables: portablesWith({ store, incoming: '' }),
      productVersion: '1',
      accountId,
      now: server.clock.now(),
      read: (work) => server.database.readInHousehold(accountId, work),
    });
    await expect.poll(() => taken).toBeGreaterThan(0);
    await turn();
    expectStatus(await family.ask('GET', '/api/settings'), 200);
    release();
    await writing;
  });

  it('the archive is completed without a lost file, and lists it', async () => {
    const other = await full.registered();
    await fill(other, full.server);
    const whole = await unpacked(await other.download());
    const [photo] = rowsOf(whole, 'photos', 'photos');
    const accountId = await full.accountIdOf(other);
    const content = whole.get(String(photo?.file)) ?? Buffer.alloc(0);
    const sha256 = createHash('sha256').update(content).digest('hex');
    await full.store.remove(`${accountId}/${sha256}.original`);
    const archive = await other.download();
    const files = await unpacked(archive);
    expect(JSON.parse(String(files.get('manifest.json'))).missing).toEqual([photo?.file]);
    expectStatus(await other.remove(), 204);
    const again = await full.registered(other.email);
    const { body } = expectStatus(await again.bringIn(archive), 200);
    expect(body).toMatchObject({ lostFiles: 1, counts: { photos: 2, medications: 2 } });
    const [album] = (await again.ask('GET', '/api/photo-albums')).body;
    const left = (await again.ask('GET', `/api/photos/${album.id}`)).body;
    expect(left).toMatchObject([{ order: 0, caption: 'At the lake' }]);
  });
});

describe('tickets for a download', () => {
  it('a ticket works once, within a minute, for the person who entered the password', async () => {
    const family = await full.registered();
    const fetchWith = (ticket: string, by = family) =>
      by.ask('GET', `/api/export?ticket=${ticket}`);
    const ticket = await family.ticket();
    expectStatus(await fetchWith(ticket, await full.registered()), 404);
    // A HEAD request, as a download manager sends it first, must not use up the ticket.
    expectStatus(await family.ask('HEAD', `/api/export?ticket=${ticket}`), 200);
    expectStatus(await fetchWith(ticket), 200);
    expect(expectStatus(await fetchWith(ticket), 404).body.code).toBe('download-used');
    const replaced = await family.ticket();
    const late = await family.ticket();
    expectStatus(await fetchWith(replaced), 404);
    full.server.clock.advance(MINUTE_MS);
    expectStatus(await fetchWith(late), 404);
    expectStatus(await family.ask('GET', '/api/export'), 400);
  });

  it('a wrong password gives no ticket, and guessing is rate limited', async () => {
    const family = await full.registered();
    const guess = () => family.ask('POST', '/api/export/ticket', { password: 'is it this one' });
    const refused = expectStatus(await guess(), 400).body;
    expect(refused.fields).toEqual({ password: 'The password is not right.' });
    for (let tries = 1; tries < 5; tries += 1) expectStatus(await guess(), 400);
    expectStatus(await guess(), 429);
    const right = { password: EXAMPLE_PASSWORD };
    expectStatus(await family.ask('POST', '/api/export/ticket', right), 429);
    expectStatus(await family.remove(), 429);
  });
});
