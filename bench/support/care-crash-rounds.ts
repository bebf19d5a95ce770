import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
import { openMailbox, type ReceivedMail } from '#testing/smtp.ts';
import { connect, type Db } from '../../src/database/connect.ts';
import { careSweeps } from '../../src/database/schema/alerts.ts';
import { settings } from '../../src/database/schema/home.ts';
import { jobs } from '../../src/database/schema/jobs.ts';
import { medications } from '../../src/database/schema/medications.ts';
import { addHousehold, addPerson } from '../../src/features/accounts/server/household.ts';
import { DAY_MS, MINUTE_MS } from '../../src/platform/shared/durations.ts';
import { localTime } from '../../src/platform/shared/zoned-time.ts';
import { seeded } from '../../tests/support/power-cut.ts';
import { kill, type Program, start } from './killable-server.ts';

/**
 * Maximum lifetime of a server after it is ready, in milliseconds; within it the server sweeps and
 * sends mails.
 */
const MAX_LIFE_MS = 4_500;
/** Maximum delay after which the mail server accepts a mail, in milliseconds. */
const SLOWEST_MAIL_MS = 400;
/** One in this number of starts finds that the leases of the killed server have expired. */
const STARTS_PER_LEASE = 2;
const MAX_LAST_STARTS = 10;

const ADMINISTRATORS = ['ada@example.com', 'grace@example.com'];

export interface CareCrashOptions extends Program {
  readonly kills: number;
  readonly seed: number;
  readonly onRound?: (round: number, result: CareCrashResult) => void;
}

export interface CareCrashResult {
  doses: number;
  /** Doses for which an administrator received no mail. */
  untold: string[];
  /** Doses for which an administrator received two different mails. */
  toldTwice: string[];
  mails: number;
  /**
   * Number of mails that were sent again with the same Message-ID, of which a mail client shows
   * only one.
   */
  again: number;
}

/**
 * Makes doses overdue, starts the server and kills it at a random moment during its sweep or its
 * mails, repeatedly. Finally checks that each administrator was notified of each dose exactly once.
 */
export async function careCrashRounds(options: CareCrashOptions): Promise<CareCrashResult> {
  const random = seeded(options.seed);
  const mailbox = await openMailbox(() => sleep(random() * SLOWEST_MAIL_MS));
  const program = {
    ...options,
    environment: { SMTP_URL: mailbox.url, MAIL_FROM: 'grand@example.org' },
  };
  const within = inDatabase(options.dataDir);
  const accountId = randomUUID();
  await within((db) => addFamily(db, accountId));
  const names: string[] = [];
  for (let round = 1; round <= options.kills; round += 1) {
    const added = Array.from({ length: random() < 0.5 ? 1 : 2 }, () => {
      names.push(`Dose ${String(names.length + 1).padStart(4, '0')}`);
      return names.at(-1) ?? '';
    });
    const leasesEnd = random() < 1 / STARTS_PER_LEASE;
    await within(async (db) => {
      await addOverdue(db, accountId, added, random);
      if (leasesEnd) await endLeases(db);
    });
    await liveFor(program, random() * MAX_LIFE_MS);
    options.onRound?.(round, resultOf(names, mailbox.mails));
  }
  for (let left = MAX_LAST_STARTS; left > 0; left -= 1) {
    if ((await within(endLeases)) === 0 && left < MAX_LAST_STARTS) break;
    await liveFor(program, 2 * MAX_LIFE_MS);
  }
  await mailbox.close();
  return resultOf(names, mailbox.mails);
}

async function liveFor(program: Program, milliseconds: number): Promise<void> {
  const { child } = await start(program);
  await sleep(milliseconds);
  await kill(child);
}

/**
 * Returns a function that opens the database for some work. Call it only while no server runs,
 * because a server locks the folder.
 */
function inDatabase(dataDir: string) {
  return async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const database = await connect({ dataDir });
    try {
      return await database.asSystem(work);
    } finally {
      await database.close();
    }
  };
}

async function addFamily(db: Db, id: string): Promise<void> {
  const now = new Date();
  const endsAt = new Date(now.getTime() + DAY_MS);
  const subscription = { provider: 'built-in', plan: 'yearly', status: 'active', endsAt } as const;
  await addHousehold(db, { id, subscription, now });
  await db.update(settings).set({ timezone: 'UTC' }).where(eq(settings.accountId, id));
  for (const email of ADMINISTRATORS) {
    const name = { firstName: 'Ada', lastName: 'Lovelace', email };
    const since = { createdAt: now, emailProvenAt: now };
    await addPerson(db, { ...name, accountId: id, role: 'admin', ...since });
  }
}

/**
 * Adds medications, each with one dose that became overdue in the last minutes and no earlier dose.
 */
async function addOverdue(
  db: Db,
  accountId: string,
  names: readonly string[],
  random: () => number,
): Promise<void> {
  const now = new Date();
  for (const name of names) {
    const due = new Date(now.getTime() - (60 + Math.floor(random() * 10)) * MINUTE_MS);
    await db.insert(medications).values({
      id: randomUUID(),
      accountId,
      name,
      dosage: '',
      frequency: 'daily',
      times: [localTime(due, 'UTC')],
      startDate: '2020-01-01',
      instructions: '',
      isActive: true,
      reminderEnabled: true,
      soundEnabled: true,
      createdAt: now,
      scheduledSince: new Date(now.getTime() - 120 * MINUTE_MS),
    });
  }
  // The next sweep also includes earlier doses; only the records of their alerts prevent a second
  // alert.
  const sweptUntil = new Date(now.getTime() - 30 * MINUTE_MS);
  const row = { accountId, nextAt: now, sweptUntil };
  await db
    .insert(careSweeps)
    .values(row)
    .onConflictDoUpdate({ target: careSweeps.accountId, set: row });
}

/**
 * Expires the leases on messages that a killed process has left; returns the number of pending
 * messages.
 */
async function endLeases(db: Db): Promise<number> {
  const waiting = await db
    .update(jobs)
    .set({ runAt: new Date(), leaseUntil: null })
    .where(inArray(jobs.kind, ['email', 'push']))
    .returning({ key: jobs.key });
  return waiting.length;
}

function resultOf(names: readonly string[], mails: readonly ReceivedMail[]): CareCrashResult {
  const untold: string[] = [];
  const toldTwice: string[] = [];
  for (const reader of ADMINISTRATORS) {
    const own = mails.filter(({ recipients }) => recipients.includes(reader));
    for (const name of names) {
      const telling = own.filter(({ text }) => text.includes(`${name}:`));
      const ids = new Set(telling.map(({ headers }) => headers['message-id']));
      if (ids.size === 0) untold.push(`${name} to ${reader}`);
      if (ids.size > 1) toldTwice.push(`${name} to ${reader}`);
    }
  }
  const ids = new Set(mails.map(({ headers }) => headers['message-id']));
  const again = mails.length - ids.size;
  return { doses: names.length, untold, toldTwice, mails: mails.length, again };
}
