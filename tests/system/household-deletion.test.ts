import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as access from '#database/schema/access.ts';
import * as alerts from '#database/schema/alerts.ts';
import * as analytics from '#database/schema/analytics.ts';
import * as audit from '#database/schema/audit.ts';
import * as calendar from '#database/schema/calendar.ts';
import * as content from '#database/schema/content.ts';
import * as escalation from '#database/schema/escalation.ts';
import * as home from '#database/schema/home.ts';
import * as households from '#database/schema/households.ts';
import * as medications from '#database/schema/medications.ts';
import * as photos from '#database/schema/photos.ts';
import * as pictures from '#database/schema/pictures.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { EXAMPLE_PASSWORD } from '#testing/registration.ts';
import { expectStatus } from '#testing/test-server.ts';
import { type FullServer, fill, openFullServer, timeless, unpacked } from '../support/household.ts';

let full: FullServer;
beforeAll(async () => {
  full = await openFullServer();
});
afterAll(() => full.close());

const SCHEMA = [
  access,
  alerts,
  analytics,
  audit,
  calendar,
  home,
  households,
  content,
  escalation,
  medications,
  photos,
  pictures,
];

/**
 * Counts, by table, the rows that contain the text in any column. Tables without such a row are
 * left out.
 */
async function rowsWith(text: string): Promise<Record<string, number>> {
  const tables = SCHEMA.flatMap((module) => Object.values<unknown>(module)).filter((each) =>
    is(each, PgTable),
  );
  expect(tables.length).toBeGreaterThan(25);
  return full.server.database.asSystem(async (db) => {
    const found: Record<string, number> = {};
    for (const table of tables) {
      const rows = await db
        .select({ row: sql`1` })
        .from(table)
        .where(sql`${table}::text like ${`%${text}%`}`);
      if (rows.length > 0) found[getTableName(table)] = rows.length;
    }
    return found;
  });
}

describe('deletion of a household', () => {
  it('the deletion leaves no row and no file, and ends the sessions at once', async () => {
    const family = await full.registered();
    const neighbour = await full.registered();
    await fill(family, full.server);
    await fill(neighbour, full.server);
    const id = await full.accountIdOf(family);
    expect(Object.keys(await rowsWith(id)).length).toBeGreaterThan(15);
    const ofNeighbour = await unpacked(await neighbour.download());
    const answer = expectStatus(await family.remove(), 204);
    expect(String(answer.headers['set-cookie'])).toContain('grand_session=; Max-Age=0');
    expectStatus(await family.ask('GET', '/api/settings'), 401);
    await full.server.settled();
    expect(await full.store.households()).not.toContain(id);
    expect(await rowsWith(id)).toEqual({ departed_households: 1 });
    expect(await rowsWith(family.email)).toEqual({});
    expect(timeless(await unpacked(await neighbour.download()))).toEqual(timeless(ofNeighbour));
    const login = { email: family.email, password: EXAMPLE_PASSWORD };
    expectStatus(await full.server.ask('POST', '/api/auth/login', login), 401);
  });

  it('late files are deleted afterwards, and then the household id', async () => {
    const family = await full.registered();
    const id = await full.accountIdOf(family);
    await fill(family, full.server);
    expectStatus(await family.remove(), 204);
    await full.server.settled();
    expect(await rowsWith(id)).toEqual({ departed_households: 1 });
    full.server.clock.advance(DAY_MS + 1);
    await full.server.jobs('files of deleted households');
    expect(await rowsWith(id)).toEqual({});
  });

  it.each([
    [{ customerId: 'GA-000000' }, { customerId: 'This is not the Customer ID of this household.' }],
    [{ password: 'is it this one' }, { password: 'The password is not right.' }],
  ])('a wrong confirmation %j is refused', async (changed, fields) => {
    const family = await full.registered();
    expect(expectStatus(await family.remove(changed), 400).body.fields).toEqual(fields);
    expectStatus(await family.ask('GET', '/api/settings'), 200);
  });

  it('the Customer ID may be typed with spaces and in lower case', async () => {
    const family = await full.registered();
    expectStatus(await family.remove({ customerId: ` ${family.customerId.toLowerCase()} ` }), 204);
  });
});

describe('export, deletion, import and second export', () => {
  it('the household is unchanged, photos byte for byte, except for its audit log', async () => {
    const family = await full.registered();
    await fill(family, full.server);
    const archive = await family.download();
    expectStatus(await family.remove(), 204);
    full.server.clock.advance(5_000);
    const again = await full.registered(family.email);
    expect((await again.ask('GET', '/api/import')).body).toEqual({ isEmpty: true });
    const { body } = expectStatus(await again.bringIn(archive), 200);
    expect(body).toMatchObject({ notes: [], lostFiles: 0, counts: { logs: 2, photos: 3 } });
    expect((await again.ask('GET', '/api/import')).body).toEqual({ isEmpty: false });
    const besides = ['audit-trail.json'];
    expect(timeless(await unpacked(await again.download()), besides)).toEqual(
      timeless(await unpacked(archive), besides),
    );
    const [medication] = (await again.ask('GET', '/api/medications')).body;
    const pill = await again.ask('GET', medication.pillImageUrl);
    expect(expectStatus(pill, 200).raw.length).toBeGreaterThan(100);
    const [album] = (await again.ask('GET', '/api/photo-albums')).body;
    const [photo] = (await again.ask('GET', `/api/photos/${album.id}`)).body;
    expectStatus(await again.ask('GET', photo.url), 200);
    const second = await again.bringIn(archive);
    expect(expectStatus(second, 409).body.code).toBe('household-not-empty');
  });
});
