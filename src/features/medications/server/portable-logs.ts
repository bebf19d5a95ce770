import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import {
  inPages,
  LineRefused,
  type NewIds,
  type Numbers,
  type Reading,
  section,
} from '#kit/server/archive/portable.ts';
import { instant, number, text, wallTime, written } from '#kit/server/archive/portable-fields.ts';
import { LOG_STATUSES } from '../contract.ts';

/** What is said of one dose beyond that is no news: the last of it are taken along. */
const MOST_ATTEMPTS = 50;

const said = { status: z.enum(LOG_STATUSES), notes: text(10_000) };
const name = text(500);

const attempt = z.strictObject({
  ...said,
  at: instant,
  person: number.nullable(),
  personName: name,
  deviceName: name,
});

const row = z.strictObject({
  medication: number,
  date: z.iso.date(),
  time: wallTime,
  ...said,
  scheduledTime: instant,
  late: z.boolean(),
  loggedAt: instant,
  person: number.nullable(),
  personName: name.nullable(),
  medicationName: name,
  medicationDosage: name,
  /** Everything that was said of the dose, the oldest first. */
  attempts: z.array(attempt).max(MOST_ATTEMPTS),
});

type Row = z.output<typeof row>;
type Log = typeof medicationLogs.$inferSelect;
type Attempt = typeof medicationLogAttempts.$inferSelect;

/** What became of each dose, by medication and time. */
export const logsInArchive = section({
  name: 'logs',
  async *rows(reading) {
    for (const id of reading.numbers.ids('medication')) {
      for await (const log of inPages<LogWithAttempts>((last, limit) =>
        pageOf(reading, id, last, limit),
      )) {
        yield { row: asRow(log, reading.numbers) };
      }
    }
  },
  restoring: {
    row,
    mostRows: ({ doses }) => doses,
    columns: (given: Row, { accountId, ids }) => columnsOf(given, accountId, ids),
    async store(db, all) {
      await db.insert(medicationLogs).values(all.map(({ log }) => log));
      const attempts = all.flatMap((each) => each.attempts);
      for (let at = 0; at < attempts.length; at += INSERTED_AT_ONCE) {
        const some = attempts.slice(at, at + INSERTED_AT_ONCE);
        await db.insert(medicationLogAttempts).values(some);
      }
    },
  },
});

/** As many parameters as a statement takes, and some to spare. */
const INSERTED_AT_ONCE = 2_000;

type LogWithAttempts = Log & { readonly attempts: readonly Attempt[] };

function pageOf(
  { read, accountId }: Reading,
  medicationId: string,
  last: Log | undefined,
  limit: number,
): Promise<LogWithAttempts[]> {
  const after =
    last === undefined
      ? undefined
      : sql`(${medicationLogs.localDate}, ${medicationLogs.time}) > (${last.localDate}, ${last.time})`;
  return read(async (db) => {
    const logs = await db
      .select()
      .from(medicationLogs)
      .where(
        and(
          eq(medicationLogs.accountId, accountId),
          eq(medicationLogs.medicationId, medicationId),
          after,
        ),
      )
      .orderBy(asc(medicationLogs.localDate), asc(medicationLogs.time))
      .limit(limit);
    const attempts = await attemptsOf(db, accountId, logs);
    return logs.map((log) => ({ ...log, attempts: attempts.get(log.id) ?? [] }));
  });
}

async function attemptsOf(
  db: Db,
  accountId: string,
  logs: readonly Log[],
): Promise<Map<string, Attempt[]>> {
  const byLog = new Map(logs.map(({ id }): [string, Attempt[]] => [id, []]));
  if (logs.length === 0) return byLog;
  const rows = await db
    .select()
    .from(medicationLogAttempts)
    .where(
      and(
        eq(medicationLogAttempts.accountId, accountId),
        inArray(medicationLogAttempts.medicationLogId, [...byLog.keys()]),
      ),
    )
    .orderBy(asc(medicationLogAttempts.number));
  for (const one of rows) byLog.get(one.medicationLogId)?.push(one);
  return byLog;
}

function asRow(log: LogWithAttempts, numbers: Numbers): z.input<typeof row> {
  return {
    medication: numbers.give('medication', log.medicationId),
    date: log.localDate,
    time: log.time,
    status: statusOf(log.status),
    notes: log.notes,
    scheduledTime: written(log.scheduledTime),
    late: log.late,
    loggedAt: written(log.loggedAt),
    person: numbers.of('person', log.loggedBy),
    personName: log.loggedByName,
    medicationName: log.medicationName,
    medicationDosage: log.medicationDosage,
    attempts: log.attempts.slice(-MOST_ATTEMPTS).map((one) => ({
      status: statusOf(one.status),
      notes: one.notes,
      at: written(one.at),
      person: numbers.of('person', one.userId),
      personName: one.personName,
      deviceName: one.deviceName,
    })),
  };
}

function statusOf(stored: string) {
  return LOG_STATUSES.find((known) => known === stored) ?? 'pending';
}

/** Of the wall clock, whatever the timezone. */
function minuteOf(date: string, time: string): number {
  return Date.parse(`${date}T${time}Z`) / 60_000;
}

function columnsOf(given: Row, accountId: string, ids: NewIds) {
  const { medication, person, personName, date, attempts, ...rest } = given;
  const id = ids.next();
  const medicationId = ids.of('medication', medication);
  // A dose has one standing log.
  if (!ids.isFirst(`log ${medication}`, minuteOf(date, given.time))) {
    throw new LineRefused('this dose is there twice');
  }
  const log: typeof medicationLogs.$inferInsert = {
    ...rest,
    id,
    accountId,
    medicationId,
    localDate: date,
    loggedBy: ids.ofAny('person', person),
    loggedByName: personName,
  };
  return {
    log,
    attempts: attempts.map(({ person: by, ...one }) => ({
      ...one,
      id: ids.next(),
      accountId,
      medicationLogId: id,
      userId: ids.ofAny('person', by),
    })),
  };
}
