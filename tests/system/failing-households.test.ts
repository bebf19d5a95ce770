import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outbox } from '#database/schema/alerts.ts';
import { settings } from '#database/schema/home.ts';
import { logins, runningImports, subscriptions } from '#database/schema/households.ts';
import { jobs } from '#database/schema/jobs.ts';
import { pictures } from '#database/schema/pictures.ts';
import { DAY_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { expectStatus } from '#testing/test-server.ts';
import { portablesWith } from '../../src/app/portables.ts';
import { type Family, type FullServer, openFullServer } from '../support/household.ts';

/** Id of the household for which the file store fails. */
let broken: string;
let full: FullServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'failing-'));
  full = await openFullServer((store) => {
    const failIf = (name: string) => {
      if (broken !== '' && name.startsWith(broken)) throw new Error('the folder cannot be written');
    };
    return {
      ...store,
      async remove(name) {
        failIf(name);
        await store.remove(name);
      },
      async removeHousehold(id) {
        failIf(id);
        await store.removeHousehold(id);
      },
    };
  });
});
afterAll(async () => {
  await full.close();
  await rm(folder, { recursive: true });
});

let failing: Family;
let fine: Family;
let failingId: string;
let fineId: string;
beforeEach(async () => {
  broken = '';
  await full.server.database.asSystem((db) => db.delete(jobs));
  failing = await full.registered();
  fine = await full.registered();
  failingId = await full.accountIdOf(failing);
  fineId = await full.accountIdOf(fine);
});

/** Stores a file of the household without a row in the database. */
async function putFile(accountId: string): Promise<string> {
  const path = join(folder, randomUUID());
  await writeFile(path, 'a picture');
  const name = `${accountId}/${randomUUID()}.webp`;
  await full.store.put(path, name);
  expect(await isStored(name)).toBe(true);
  return name;
}

/** Stores a file and its row, as they remain after a photo was deleted. */
async function putReleased(accountId: string): Promise<string> {
  const { database, clock } = full.server;
  const name = await putFile(accountId);
  const filename = name.slice(accountId.length + 1);
  const row = { accountId, filename, purpose: 'released', width: 1, height: 1, bytes: 1 };
  await database.asSystem((db) => db.insert(pictures).values({ ...row, createdAt: clock.now() }));
  return name;
}

const isStored = async (name: string) => (await full.store.stat(name)) !== undefined;

/** Returns the keys of the failed jobs. */
async function failedPieces(): Promise<string[]> {
  const rows = await full.server.database.asSystem((db) =>
    db.select().from(jobs).where(isNotNull(jobs.lastError)),
  );
  return rows.map(({ key }) => key);
}

describe('jobs with one failing household', () => {
  it('notices of expired subscriptions are sent to the other households', async () => {
    const { server } = full;
    const endsAt = new Date(server.clock.now().getTime() - SECOND_MS);
    for (const [at, accountId] of [failingId, fineId].entries()) {
      // The end is earlier for the failing household, so that it is processed first.
      const ended = { status: 'canceled', endsAt: new Date(endsAt.getTime() + at) };
      await server.database.asSystem((db) =>
        db.update(subscriptions).set(ended).where(eq(subscriptions.accountId, accountId)),
      );
    }
    await server.database.asSystem(async (db) => {
      const timezone = 'Nowhere/At_all';
      await db.update(settings).set({ timezone }).where(eq(settings.accountId, failingId));
    });
    const emailProvenAt = server.clock.now();
    await server.database.asSystem((db) => db.update(logins).set({ emailProvenAt }));
    await server.jobs('expiries');
    expect(await failedPieces()).toEqual([failingId]);
    const told = await server.database.asSystem((db) => db.select().from(outbox));
    expect(told.map(({ accountId }) => accountId)).toEqual([fineId]);
  });

  it('unreferenced pictures of the other households are removed', async () => {
    const files = [await putReleased(failingId), await putReleased(fineId)];
    broken = failingId;
    const round = full.server.jobs('pictures that nothing names');
    await round;
    expect(await failedPieces()).toEqual([failingId]);
    expect(await Promise.all(files.map(isStored))).toEqual([true, false]);
  });

  it('orphaned files of the other households are removed', async () => {
    const files = [await putFile(failingId), await putFile(fineId)];
    full.server.clock.set(new Date(Date.now() + 2 * DAY_MS).toISOString());
    broken = failingId;
    const round = full.server.jobs('files without a picture');
    await round;
    expect(await failedPieces()).toEqual([failingId]);
    expect(await Promise.all(files.map(isStored))).toEqual([true, false]);
  });

  it('files of other deleted households are removed', async () => {
    broken = failingId;
    const files = [await putFile(failingId), await putFile(fineId)];
    for (const family of [failing, fine]) expectStatus(await family.remove(), 204);
    await full.server.settled();
    // Stores a file after the household was deleted.
    const late = await putFile(fineId);
    const round = full.server.jobs('files of deleted households');
    await round;
    expect(await failedPieces()).toEqual([failingId]);
    expect(await Promise.all([...files, late].map(isStored))).toEqual([true, false, false]);
  });

  it('interrupted imports of the other households are cleaned up', async () => {
    const { server } = full;
    const long = new Date(server.clock.now().getTime() - DAY_MS);
    const portables = portablesWith({ store: full.store, incoming: folder });
    for (const accountId of [failingId, fineId]) {
      const before = await server.database.asSystem(async (db) => {
        const noted = portables.map(async ({ name, undo }) => [
          name,
          await undo?.before(db, accountId),
        ]);
        return Object.fromEntries(await Promise.all(noted));
      });
      if (accountId === failingId) before.people = 'of no shape';
      const mark = {
        accountId,
        id: randomUUID(),
        since: server.clock.now(),
        heardAt: long,
        before,
      };
      await server.database.asSystem((db) => db.insert(runningImports).values(mark));
    }
    const round = server.jobs('downloads that were half brought in');
    await round;
    expect(await failedPieces()).toEqual([failingId]);
    const left = await server.database.asSystem((db) => db.select().from(runningImports));
    expect(left.map(({ accountId }) => accountId)).toEqual([failingId]);
  });
});
