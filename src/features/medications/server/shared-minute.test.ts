import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { careSweeps, doseAlerts } from '#database/schema/alerts.ts';
import { accounts } from '#database/schema/households.ts';
import { addMedication, type CareServer, careServer } from '#testing/care.ts';
import { dueNow } from './overdue-job.ts';

let server: CareServer;
beforeEach(async () => {
  server = await careServer();
  server.clock.set('2026-03-10T11:00:00Z');
});
afterEach(() => server.close());

/** Writes empty households whose check is due at that time. */
async function manyDue(count: number, dueAt: string, sweptUntil = dueAt) {
  await server.database.asSystem(async (db) => {
    await db.execute(sql`
      insert into ${accounts} (id, account_number, created_at)
      select gen_random_uuid(), 'T-' || n, now() from generate_series(1, ${count}::int) n`);
    await db.execute(sql`
      insert into ${careSweeps} (account_id, next_at, swept_until)
      select id, ${dueAt}::timestamptz, ${sweptUntil}::timestamptz
      from ${accounts} where account_number like 'T-%'`);
  });
}

async function named(now: string) {
  const all: string[] = [];
  for await (const { accountId } of dueNow(server, new Date(now))) all.push(accountId);
  return all;
}

it('more households than the maximum of statement parameters are returned once each, in pages', async () => {
  // The embedded database is meant for one house, and is slow with so many households.
  const count = server.database.kind === 'postgres' ? 66_000 : 2_500;
  // With microseconds: a cursor that drops them would return some households repeatedly.
  await manyDue(count, '2026-03-10T11:00:00.000456Z');
  const before = server.database.statements();
  const all = await named('2026-03-10T12:00:00Z');
  expect(all).toHaveLength(count);
  expect(new Set(all).size).toBe(count);
  const pages = Math.floor(count / 1000) + 2;
  expect(server.database.statements() - before).toBeLessThanOrEqual(pages * 4);
  expect(await named('2026-03-10T11:00:00Z')).toEqual([]);
});

it('households settled by a clock that was ahead are returned once each', async () => {
  await manyDue(2_500, '2026-03-12T11:00:00Z', '2026-03-11T11:00:00Z');
  const all = await named('2026-03-10T12:00:00Z');
  expect(all).toHaveLength(2_500);
  expect(new Set(all).size).toBe(2_500);
});

it('many households with a dose at the same time are each alerted once', async () => {
  const homes = [];
  for (let each = 0; each < 12; each += 1) homes.push(await server.household());
  for (const home of homes) await addMedication(home, { times: ['08:00'] });
  await server.at('2026-03-10T13:00:00Z');
  await server.at('2026-03-10T13:00:20Z');
  for (const home of homes) {
    expect(server.mailsTo(home)).toHaveLength(1);
    expect(server.mailsTo(home, 'super_admin')).toHaveLength(1);
  }
  const noted = await server.database.asSystem((db) => db.select().from(doseAlerts));
  expect(noted).toHaveLength(homes.length);
});
