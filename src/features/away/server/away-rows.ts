import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { countBeforeAdding } from '#database/count-before-adding.ts';
import { awayPeriods } from '#database/schema/medications.ts';
import { changeWhenAway, timezoneOf } from '#features/medications/server.ts';
import { findPerson } from '#features/sessions/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { refuseStale } from '#platform/server/versions.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { invalidInput, notFound } from '#platform/shared/refusals.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import type { AwayCalls, AwayContent, AwayTime } from '../contract.ts';
import { validateAway } from '../domain/validity.ts';
import { MAX_PERIODS } from '../limits.ts';
import { awayRefusal } from '../refusals.ts';

type AwayRow = typeof awayPeriods.$inferSelect;

/** Lists the away periods. An elder sees only their own and those of `system`, without the note. */
export async function listAway({ db, account, user }: MemberContext): Promise<AwayTime[]> {
  const isElders = user.role === 'user';
  const isTheirs = or(isNull(awayPeriods.userId), eq(awayPeriods.userId, user.id));
  const rows = await periodsOf(db, account.id, isElders ? isTheirs : undefined);
  return rows.map(asAwayTime).map((each) => (isElders ? { ...each, note: '' } : each));
}

export async function addAway(wanted: AwayContent, context: MemberContext): Promise<AwayTime> {
  const { db, account, now } = context;
  if ((await countBeforeAdding(db, awayPeriods, account.id)) >= MAX_PERIODS) {
    const sentence = `There is room for ${MAX_PERIODS} times away. Please delete one that is over first.`;
    throw awayRefusal('times-away-full', sentence);
  }
  return changeWhenAway(db, whoOf(context), async () => {
    const others = await periodsOf(db, account.id);
    await refuseInvalid(wanted, others, context);
    const id = randomUUID();
    const row = { id, accountId: account.id, createdAt: now, ...columnsOf(wanted) };
    return asAwayTime(only(await db.insert(awayPeriods).values(row).returning()));
  });
}

/** Changes an away period; an undefined field counts as absent. */
export async function changeAway(
  id: string,
  { version: madeFrom, ...change }: CallOf<AwayCalls['change']>['body'],
  context: MemberContext,
): Promise<AwayTime> {
  const { db, account } = context;
  return changeWhenAway(db, whoOf(context), async () => {
    const all = await periodsOf(db, account.id);
    const present = only(all.filter((each) => each.id === id));
    refuseStale(madeFrom, asAwayTime(present));
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const { id: _, version: __, ...before } = asAwayTime(present);
    const wanted = { ...before, ...Object.fromEntries(given) };
    await refuseInvalid(
      wanted,
      all.filter((each) => each.id !== id),
      context,
      present,
    );
    const changed = { ...columnsOf(wanted), version: sql`${awayPeriods.version} + 1` };
    const rows = await db.update(awayPeriods).set(changed).where(isOf(account.id, id)).returning();
    return asAwayTime(only(rows));
  });
}

export async function removeAway(id: string, context: MemberContext): Promise<AwayTime> {
  const { db, account } = context;
  return changeWhenAway(db, whoOf(context), async () =>
    asAwayTime(only(await db.delete(awayPeriods).where(isOf(account.id, id)).returning())),
  );
}

function periodsOf(db: Db, accountId: string, which?: ReturnType<typeof or>): Promise<AwayRow[]> {
  return db
    .select()
    .from(awayPeriods)
    .where(and(eq(awayPeriods.accountId, accountId), which))
    .orderBy(desc(awayPeriods.startDate), desc(awayPeriods.startTime), desc(awayPeriods.id));
}

function isOf(accountId: string, id: string) {
  return and(eq(awayPeriods.accountId, accountId), eq(awayPeriods.id, id));
}

function only(rows: readonly AwayRow[]): AwayRow {
  const [row] = rows;
  if (row === undefined) throw notFound();
  return row;
}

/**
 * The start is validated only if it changes, so that a period that began long ago can still be
 * ended.
 */
async function refuseInvalid(
  wanted: AwayContent,
  others: readonly AwayRow[],
  { db, account, now }: MemberContext,
  present?: AwayRow,
): Promise<void> {
  const today = localDate(now, await timezoneOf(db, account.id));
  const wrong = validateAway(
    wanted,
    present?.startDate === wanted.startDate ? earlierOf(today, wanted.startDate) : today,
    others.map(asAwayTime),
  );
  if (wanted.userId !== 'system') {
    const person = await findPerson(db, account.id, wanted.userId);
    if (person?.role !== 'user') wrong.userId = 'This person is not looked after here.';
  }
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong);
}

function whoOf({ account, user, now }: MemberContext) {
  return { accountId: account.id, userId: user.id, now };
}

const earlierOf = (one: string, other: string) => (one < other ? one : other);

function columnsOf({ userId, startDate, startTime, endDate, endTime, note }: AwayContent) {
  return {
    userId: userId === 'system' ? null : userId,
    ...{ startDate, startTime, endDate, note },
    endTime: endDate === null ? null : endTime,
  };
}

function asAwayTime(row: AwayRow): AwayTime {
  const { accountId: _, createdAt: __, userId, ...fields } = row;
  return { ...fields, userId: userId ?? 'system' };
}
