import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessions } from '#database/schema/access.ts';
import { heartbeats } from '#database/schema/alerts.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { devicesFeature } from '../server.ts';

let server: TestServer;
let home: TestHousehold;
beforeEach(async () => {
  server = await testServer([devicesFeature]);
  home = await server.household();
});
afterEach(() => server.close());

const GOOD = { soundReady: true, visible: true, clockSkewMs: -40 };

async function report(said: object = {}, role: 'user' | 'admin' = 'user') {
  return home.as(role)('PUT', '/api/auth/device', { ...GOOD, ...said });
}

async function stored() {
  const rows = await server.database.asSystem((db) =>
    db.select().from(heartbeats).orderBy(asc(heartbeats.at)),
  );
  return rows.map(({ at, visible, soundReady, clockSkewMs }) => [
    at.toISOString().slice(11, 19),
    visible,
    soundReady,
    clockSkewMs,
  ]);
}

async function sound(role: 'user' | 'admin' = 'user') {
  const [row] = await server.database.asSystem((db) =>
    db.select().from(sessions).where(eq(sessions.userId, home.userIds[role])),
  );
  return row?.soundReady;
}

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = server.database.statements();
  await work();
  return server.database.statements() - before;
}

describe("PUT /api/auth/device reports a tablet's state", () => {
  it('the reported time zone is stored, and an unknown or missing one keeps it', async () => {
    const zone = async () => {
      const [row] = await server.database.asSystem((db) =>
        db.select().from(sessions).where(eq(sessions.userId, home.userIds.user)),
      );
      return row?.timezone;
    };
    expectStatus(await report(), 204);
    expect(await zone()).toBeNull();
    for (const said of [{ timezone: 'America/Los_Angeles' }, { timezone: 'Mars/Olympus' }, {}]) {
      expectStatus(await report(said), 204);
      expect(await zone()).toBe('America/Los_Angeles');
    }
    await report({ timezone: 'Europe/Paris' });
    expect(await zone()).toBe('Europe/Paris');
  });

  it('one heartbeat per minute is stored, with the last report', async () => {
    expectStatus(await report(), 204);
    server.clock.advance(20_000);
    await report({ visible: false });
    server.clock.advance(MINUTE_MS);
    await report({ soundReady: false, clockSkewMs: 420_000 });
    expect(await stored()).toEqual([]);
    await server.jobs('heartbeats');
    expect(await stored()).toEqual([
      ['14:00:20', false, true, -40],
      ['14:01:20', true, false, 420_000],
    ]);
    await server.jobs('heartbeats');
    expect(await stored()).toHaveLength(2);
  });

  it('an unchanged report needs no statement', async () => {
    await report();
    expect(await statementsOf(() => report())).toBe(0);
    server.clock.advance(MINUTE_MS);
    expect(await statementsOf(() => report({ clockSkewMs: 900 }))).toBe(0);
    for (const news of [{ soundReady: false }, { visible: false }, { batteryPercent: 40 }]) {
      expect(await statementsOf(() => report(news))).toBeGreaterThan(0);
    }
  });

  it('battery and time zone data keep their values if a report omits them', async () => {
    const battery = async () => {
      const [row] = await server.database.asSystem((db) =>
        db.select().from(sessions).where(eq(sessions.userId, home.userIds.user)),
      );
      return [row?.batteryPercent, row?.charging, row?.worksOffline, row?.zoneDataOutdated];
    };
    await report();
    expect(await battery()).toEqual([null, null, null, null]);
    await report({
      ...{ batteryPercent: 80, charging: true, worksOffline: true, zoneDataOutdated: true },
    });
    await report({ soundReady: false });
    await server.jobs('heartbeats');
    expect(await battery()).toEqual([80, true, true, true]);
    expectStatus(await report({ batteryPercent: 101 }), 400);
  });

  it('a change of soundReady is stored at once', async () => {
    for (const soundReady of [true, false, true]) {
      await report({ soundReady });
      expect(await sound()).toBe(soundReady);
    }
    expectStatus(await report({ soundReady: 'yes' }), 400);
  });

  it('soundReady is corrected within a minute after another process wrote it', async () => {
    await report();
    await server.database.asSystem((db) => db.update(sessions).set({ soundReady: false }));
    await report();
    expect(await sound()).toBe(false);
    await server.jobs('heartbeats');
    expect(await sound()).toBe(true);
  });

  it('heartbeats are deleted after two hours', async () => {
    await report();
    await server.jobs('heartbeats');
    server.clock.advance(120 * MINUTE_MS);
    await server.jobs('heartbeats');
    expect(await stored()).toHaveLength(1);
    server.clock.advance(1);
    await server.jobs('heartbeats');
    expect(await stored()).toEqual([]);
  });

  it('the heartbeats of all tablets are stored with the same number of statements', async () => {
    await report();
    const one = await statementsOf(() => server.jobs('heartbeats'));
    const homes = await Promise.all(Array.from({ length: 20 }, () => server.household()));
    server.clock.advance(MINUTE_MS);
    for (const each of homes) await each.as('user')('PUT', '/api/auth/device', GOOD);
    expect(await statementsOf(() => server.jobs('heartbeats'))).toBe(one);
    expect(await stored()).toHaveLength(21);
  });

  it('heartbeats are stored when the server closes', async () => {
    await report();
    await server.app.close();
    expect(await stored()).toHaveLength(1);
  });

  it('no heartbeat is stored for a device that was signed out', async () => {
    await report();
    expectStatus(await home.as('user')('POST', '/api/auth/logout-everywhere'), 200);
    await server.jobs('heartbeats');
    expect(await stored()).toEqual([]);
  });

  it("no heartbeats are stored for an administrator's device", async () => {
    await report({}, 'admin');
    await server.jobs('heartbeats');
    expect(await stored()).toEqual([]);
    expect(await sound('admin')).toBe(true);
  });
});
