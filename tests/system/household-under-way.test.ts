import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runningImports, users } from '#database/schema/households.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import { photos } from '#database/schema/photos.ts';
import { pictures } from '#database/schema/pictures.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { expectStatus } from '#testing/test-server.ts';
import {
  type Family,
  type Files,
  type FullServer,
  fill,
  openFullServer,
  packed,
  unpacked,
} from '../support/household.ts';
import { threadCpuMs } from '../support/loop-watch.ts';

const CLEARING = 'downloads that were half brought in';

/** Number of further files that the store accepts before it hangs. */
let sticksAfter = Number.POSITIVE_INFINITY;
let hanging: (() => void)[] = [];

/**
 * Wraps a store so that it hangs. For the database this looks like an import whose process was
 * killed.
 */
function sticky(store: FileStore): FileStore {
  return {
    ...store,
    async put(path, name) {
      sticksAfter -= 1;
      if (sticksAfter < 0) {
        await new Promise<void>((go) => {
          hanging.push(go);
        });
      }
      await store.put(path, name);
    },
  };
}

function letGo(): void {
  for (const go of hanging) go();
  hanging = [];
}

let full: FullServer;
let files: Files;
let archive: Buffer;
beforeAll(async () => {
  full = await openFullServer(sticky);
  const other = await full.registered();
  await fill(other, full.server);
  archive = await other.download();
  files = await unpacked(archive);
  expectStatus(await other.remove(), 204);
  await full.server.settled();
});
afterEach(() => {
  sticksAfter = Number.POSITIVE_INFINITY;
  letGo();
});
afterAll(() => full.close());

/**
 * Starts an import and waits until it hangs at the first photo. At that point the medications are
 * stored.
 */
async function broughtInByHalf(family: Family) {
  sticksAfter = 3;
  const answer = family.bringIn(archive);
  await expect.poll(() => sticksAfter, { timeout: 15_000 }).toBeLessThan(0);
  // Waits until the photo that is stored concurrently hangs as well.
  await sleep(300);
  sticksAfter = Number.POSITIVE_INFINITY;
  return { answer, accountId: await full.accountIdOf(family) };
}

/** Makes the import look as if another process was killed `silentMs` ago. */
async function abandoned(accountId: string, silentMs: number): Promise<void> {
  const heardAt = new Date(full.server.clock.now().getTime() - silentMs);
  await full.server.database.asSystem((db) =>
    db
      .update(runningImports)
      .set({ id: randomUUID(), heardAt })
      .where(eq(runningImports.accountId, accountId)),
  );
}

/** Returns the number of rows that the household has in each of these tables. */
async function rowsLeft(accountId: string): Promise<number[]> {
  const tables = [runningImports, medicationLogs, medicationLogAttempts, photos, pictures];
  return full.server.database.asSystem(async (db) => {
    const counts: number[] = [];
    for (const table of tables) counts.push(await db.$count(table, eq(table.accountId, accountId)));
    return counts;
  });
}

describe('a running import', () => {
  it('requests of the household get 503 with an explanation until the import ends', async () => {
    const family = await full.registered();
    const { answer } = await broughtInByHalf(family);
    const waits = expectStatus(await family.ask('GET', '/api/medications'), 503);
    expect(waits.body.code).toBe('household-busy');
    expect(waits.headers['retry-after']).toBe('10');
    for (const path of ['upcoming-medications', 'settings', 'medication-logs']) {
      expectStatus(await family.ask('GET', `/api/${path}`), 503);
    }
    expectStatus(await family.ask('POST', '/api/calendar-events', { title: 'A' }), 503);
    expect(expectStatus(await family.ask('GET', '/api/auth/user'), 200).body).toMatchObject({
      isBringingIn: true,
    });
    expect((await family.ask('GET', '/api/import')).body).toEqual({ isEmpty: false });
    letGo();
    expectStatus(await answer, 200);
    expectStatus(await family.ask('GET', '/api/medications'), 200);
    const { body } = await family.ask('GET', '/api/auth/user');
    expect(body.isBringingIn).toBe(false);
    expectStatus(await family.remove(), 204);
  });

  it('imported doses are neither overdue nor missed, and cause no alert', async () => {
    const family = await full.registered();
    const { answer, accountId } = await broughtInByHalf(family);
    const { clock } = full.server;
    const logged = async () => (await rowsLeft(accountId))[1];
    const before = await logged();
    expect(before).toBeGreaterThan(0);
    const now = clock.now().toISOString();
    clock.advance(26 * HOUR_MS);
    await full.server.jobs('care');
    expect(await logged()).toBe(before);
    letGo();
    expectStatus(await answer, 200);
    await full.server.jobs('care');
    expect(await logged()).toBeGreaterThan(before ?? 0);
    expectStatus(await family.remove(), 204);
    clock.set(now);
  });
});

describe('an import whose process was killed', () => {
  it('the partial import is removed, and the household is as before', async () => {
    const family = await full.registered();
    expectStatus(await family.ask('PATCH', '/api/settings', { appName: 'Ours' }), 200);
    const paths = ['users', 'settings', 'home-buttons', 'photo-albums', 'analytics', 'import'];
    const seen = async () => {
      const answers = await Promise.all(paths.map((path) => family.ask('GET', `/api/${path}`)));
      return answers.map(({ body }) => body);
    };
    const before = await seen();
    const { answer, accountId } = await broughtInByHalf(family);
    expect((await rowsLeft(accountId))[1]).toBe(2);
    await abandoned(accountId, 4 * MINUTE_MS);
    await full.server.jobs(CLEARING);
    expect(await rowsLeft(accountId)).toEqual([0, 0, 0, 0, 0]);
    expect(await seen()).toEqual(before);
    // Continues the import, as if its process had only been suspended. It must stop, because
    // another process has taken over.
    letGo();
    expect(expectStatus(await answer, 409).body.code).toBe('import-interrupted');
    expect(await rowsLeft(accountId)).toEqual([0, 0, 0, 0, 0]);
    expect(await full.stored()).toEqual([]);
    expectStatus(await family.bringIn(archive), 200);
    expect((await family.ask('GET', '/api/users')).body).toHaveLength(3);
    expectStatus(await family.remove(), 204);
  });

  it('the import stays as long as its process sends heartbeats', async () => {
    const family = await full.registered();
    const { answer, accountId } = await broughtInByHalf(family);
    await full.server.jobs(CLEARING);
    if (full.server.database.kind === 'postgres') {
      const [mark] = await full.server.database.asSystem((db) =>
        db.select().from(runningImports).where(eq(runningImports.accountId, accountId)),
      );
      await abandoned(accountId, MINUTE_MS);
      await full.server.jobs(CLEARING);
      await full.server.database.asSystem((db) =>
        db
          .update(runningImports)
          .set({ id: mark?.id ?? '' })
          .where(eq(runningImports.accountId, accountId)),
      );
    }
    letGo();
    expectStatus(await answer, 200);
    expect((await rowsLeft(accountId)).slice(0, 2)).toEqual([0, 2]);
    expectStatus(await family.remove(), 204);
  });

  it('an existing person keeps name and password if the import fails', async () => {
    const owner = JSON.parse(String(files.get('people.json'))).people[0];
    const family = await full.registered(owner.email);
    const accountId = await full.accountIdOf(family);
    const people = () =>
      full.server.database.asSystem((db) =>
        db.select().from(users).where(eq(users.accountId, accountId)),
      );
    const changed = String(files.get('people.json')).replace(
      `"firstName":"${owner.firstName}"`,
      '"firstName":"Somebody"',
    );
    const before = await people();
    const photo = [...files].find(([name]) => name.startsWith('photos/'))?.[0] ?? '';
    const broken = new Map([
      ...files,
      ['people.json', Buffer.from(changed)],
      [photo, Buffer.from('no photo')],
    ]);
    expectStatus(await family.bringIn(await packed(broken)), 400);
    expect(await people()).toEqual(before);
    expectStatus(await family.remove(), 204);
  });
});

const TIMES = 24;

/** Returns the files of an archive with `count` logs of one medication, one hour apart. */
function withLogs(count: number): Files {
  const [head = '', rest = ''] = String(files.get('medications.json')).split('],"logs":[\n');
  const [first = '', ...others] = rest.split('\n');
  const end = others.slice(-2).join('\n');
  const rows = Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.UTC(2020, 0, 1 + Math.floor(at / TIMES))).toISOString().slice(0, 10);
    const time = `${String(at % TIMES).padStart(2, '0')}:00`;
    return first
      .replace(/,$/, '')
      .replace(/"attempts":\[.*\]/, '"attempts":[]')
      .replace(/"date":"[^"]*"/, `"date":"${day}"`)
      .replace(/"time":"[^"]*"/, `"time":"${time}"`);
  });
  return new Map([
    ...files,
    ['medications.json', Buffer.from(`${head}],"logs":[\n${rows.join(',\n')}\n${end}`)],
  ]);
}

describe('import of twenty thousand logs', () => {
  it('a large import delays other households only for a moment', { timeout: 120_000 }, async () => {
    const family = await full.registered();
    const other = await full.registered();
    const large = await packed(withLogs(20_000));
    const waitOnce = async (title: string) => {
      const [begun, before] = [performance.now(), threadCpuMs()];
      const event = { title, eventDate: '2026-03-10' };
      expectStatus(await other.ask('POST', '/api/calendar-events', event), 201);
      // The smaller of wall-clock and CPU time, so that the time of other programs does not count.
      return Math.min(performance.now() - begun, threadCpuMs() - before);
    };
    const alone: number[] = [];
    for (let walk = 0; walk < 20; walk += 1) alone.push(await waitOnce(`Walk ${walk} alone`));
    let isThere = false;
    const answer = family.bringIn(large).finally(() => {
      isThere = true;
    });
    const waited: number[] = [];
    while (!isThere) {
      waited.push(await waitOnce(`Walk ${waited.length}`));
      await sleep(25);
    }
    const { body } = expectStatus(await answer, 200);
    expect(body.counts.logs).toBe(20_000);
    expect(waited.length).toBeGreaterThan(20);
    // The maximum also depends on the time without an import, because the machine may be slow.
    const most = Math.max(500, 4 * Math.max(...alone));
    expect(Math.max(...waited), 'ms').toBeLessThan(most);
  });
});
