import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { connect, type Database, type Db } from '../src/database/connect.ts';
import { medicationLogs, medications } from '../src/database/schema/medications.ts';
import { findPostgres, startPostgres } from '../src/database/testing-postgres.ts';
import { addHousehold, addPerson } from '../src/features/accounts/server/household.ts';
import { medicationsFeature } from '../src/features/medications/server.ts';
import { addSession, PERSON } from '../src/features/sessions/server/session-rows.ts';
import { sessionGate } from '../src/features/sessions/server.ts';
import { buildServer } from '../src/kit/server/build-server.ts';
import { readConfig } from '../src/kit/server/config.ts';
import { sessionCookieName } from '../src/kit/server/cookies.ts';
import { feature } from '../src/kit/server/feature.ts';
import { endpoint } from '../src/kit/shared/endpoint.ts';
import { addDays, instantOf } from '../src/kit/shared/zoned-time.ts';

/** What the product promises: an answer made anew, with ten years behind it, against none. */
const LIMIT = 1.2;

const DAYS = 3652;
const TIMES = ['08:00', '20:00'];
const MEDICATIONS = ['Lisinopril', 'Metformin', 'Atorvastatin', 'Vitamin D', 'Eye drops'];
const TIMEZONE = 'America/New_York';

const ROUNDS = 15;
const REQUESTS = 200;
const PATH = '/api/upcoming-medications';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Makes what is kept of a household stale, so that its next answer is made anew. */
const forgetful = feature(
  {
    forget: endpoint({ method: 'POST', path: '/bench/forget', who: 'user', summary: 'Forgets.' }),
  },
  { forget: async () => undefined },
);

async function bench(name: string, database: Database): Promise<boolean> {
  const now = new Date();
  const app = await buildServer({
    config: readConfig({ LOG_LEVEL: 'silent' }),
    database,
    features: [medicationsFeature, forgetful],
    gate: sessionGate(database),
    now: () => now,
    title: 'Bench',
  });
  const bare = await addFamily(database, now, 0);
  const full = await addFamily(database, now, DAYS);
  await database.asSystem((db) => db.execute('analyze'));
  await measure(app, bare);
  await measure(app, full);
  const pairs: { bare: number; full: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Turn about, and each first in every other round.
    const first = round % 2 === 0 ? await measure(app, full) : undefined;
    const none = await measure(app, bare);
    pairs.push({ bare: none, full: first ?? (await measure(app, full)) });
  }
  await app.close();
  const ratio = median(pairs.map((pair) => pair.full / pair.bare));
  const micro = (values: number[]) => `${Math.round(median(values) * 1000)} µs`;
  say(
    `${name}: ${micro(pairs.map((pair) => pair.full))} with ${DAYS * TIMES.length * MEDICATIONS.length} logs, ` +
      `${micro(pairs.map((pair) => pair.bare))} with none, ${ratio.toFixed(2)} times ` +
      `(${ratio <= LIMIT ? 'within' : 'OVER'} ${LIMIT})`,
  );
  return ratio <= LIMIT;
}

/** Milliseconds for one answer that is made anew; the median of a run. */
async function measure(app: FastifyInstance, cookie: string): Promise<number> {
  const headers = { cookie };
  const taken: number[] = [];
  for (let count = 0; count < REQUESTS; count += 1) {
    await app.inject({ method: 'POST', url: '/bench/forget', headers });
    const began = performance.now();
    const answer = await app.inject({ method: 'GET', url: PATH, headers });
    taken.push(performance.now() - began);
    const expected = TIMES.length * MEDICATIONS.length;
    if (answer.json().length < expected) throw new Error(answer.body);
  }
  return median(taken);
}

/** A household with the medications and so many days of logs; answers its elder's cookie. */
async function addFamily(database: Database, now: Date, days: number): Promise<string> {
  const accountId = randomUUID();
  const endsAt = new Date(now.getTime() + 1e10);
  const subscription = { provider: 'built-in', plan: 'yearly', status: 'active', endsAt } as const;
  return database.asSystem(async (db) => {
    await addHousehold(db, { id: accountId, subscription, now });
    const person = { firstName: 'Rose', lastName: 'Carter', createdAt: now };
    const userId = await addPerson(db, { ...person, accountId, role: 'user' });
    if (userId === undefined) throw new Error('the person was not added');
    for (const name of MEDICATIONS) await addMedication(db, { accountId, name, days, now });
    const session = { accountId, userId, deviceName: 'Bench', lifetime: PERSON, now };
    return `${sessionCookieName(false)}=${(await addSession(db, session)).token}`;
  });
}

async function addMedication(
  db: Db,
  { accountId, name, days, now }: { accountId: string; name: string; days: number; now: Date },
): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const id = randomUUID();
  await db.insert(medications).values({
    id,
    accountId,
    name,
    dosage: 'one tablet',
    frequency: 'twice_daily',
    times: TIMES,
    startDate: addDays(today, -DAYS),
    instructions: '',
    isActive: true,
    reminderEnabled: true,
    soundEnabled: true,
    createdAt: now,
    scheduledSince: now,
  });
  // The days around today are alike in both households: the answer reads them.
  const past = Array.from({ length: days }, (_, day) => addDays(today, -3 - day));
  const logs = past.flatMap((localDate) =>
    TIMES.map((time) => {
      const scheduledTime = instantOf(localDate, time, TIMEZONE);
      return {
        id: randomUUID(),
        accountId,
        medicationId: id,
        localDate,
        time,
        scheduledTime,
        status: 'taken',
        notes: '',
        late: false,
        loggedAt: scheduledTime,
        medicationName: name,
        medicationDosage: 'one tablet',
      };
    }),
  );
  for (let at = 0; at < logs.length; at += 1000) {
    await db.insert(medicationLogs).values(logs.slice(at, at + 1000));
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function onEmbedded(): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-history-'));
  const database = await connect({ dataDir });
  try {
    return await bench('embedded', database);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onPostgres(): Promise<boolean> {
  const found = findPostgres();
  if (found === undefined) {
    say('PostgreSQL: not measured, none was found');
    return true;
  }
  const postgres = await startPostgres(found);
  const database = await connect({ databaseUrl: postgres.url, dataDir: '.' });
  try {
    return await bench('PostgreSQL', database);
  } finally {
    await database.close();
    await postgres.stop();
  }
}

const good = [await onEmbedded(), await onPostgres()];
process.exitCode = good.every(Boolean) ? 0 : 1;
