import { and, eq, gt, isNull } from 'drizzle-orm';
import { isRow } from '#database/row-of-household.ts';
import { sessions } from '#database/schema/access.ts';
import { alarmTests } from '#database/schema/alerts.ts';
import { askedOfDevice, refuseStranger } from '#features/sessions/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { ALARM_OUTCOMES, type AlarmOutcome, MAX_WAIT_MS } from '../domain/alarm-test.ts';

/** Requests a test of an elder's device; replaces an earlier request. */
export async function askDevice(deviceId: string, context: MemberContext) {
  const { db, now } = context;
  const asked = {
    ...(await askedOfDevice(deviceId, 'alarm-tried', context)),
    ...{ askedAt: now, answeredAt: null, outcome: null },
  };
  const [test] = await db
    .insert(alarmTests)
    .values({ ...asked, sessionId: deviceId })
    .onConflictDoUpdate({ target: [alarmTests.sessionId, alarmTests.accountId], set: asked })
    .returning();
  if (test === undefined) throw new Error('the test was not stored');
  return asTest(test);
}

export async function listTests(userId: string, context: MemberContext) {
  await refuseStranger(userId, context);
  const { db, account } = context;
  const tests = await db
    .select()
    .from(alarmTests)
    .where(and(eq(alarmTests.accountId, account.id), eq(alarmTests.userId, userId)));
  return tests.map(asTest);
}

export async function testsOfDevices({ db, account }: Pick<MemberContext, 'db' | 'account'>) {
  const tests = await db.select().from(alarmTests).where(eq(alarmTests.accountId, account.id));
  return tests.map(asTest);
}

export async function waitingTests({ db, account, user, now, cacheUntil }: MemberContext) {
  const tests = await db
    .select()
    .from(alarmTests)
    .where(
      and(
        eq(alarmTests.accountId, account.id),
        eq(alarmTests.userId, user.id),
        isNull(alarmTests.answeredAt),
        gt(alarmTests.askedAt, new Date(now.getTime() - MAX_WAIT_MS)),
      ),
    );
  for (const { askedAt } of tests) cacheUntil(new Date(askedAt.getTime() + MAX_WAIT_MS));
  return tests.map(({ id, askedBy }) => ({ id, askedBy }));
}

/** Records the report of a device; `isHere` is false if another device was asked. */
export async function answerTest(
  id: string,
  outcome: AlarmOutcome | null,
  { db, account, tokenHash, now }: MemberContext,
): Promise<{ isHere: boolean }> {
  const one = and(eq(alarmTests.accountId, account.id), eq(alarmTests.id, id));
  const [test] = await db
    .select({ outcome: alarmTests.outcome, tokenHash: sessions.tokenHash })
    .from(alarmTests)
    .innerJoin(
      sessions,
      isRow(sessions, { id: alarmTests.sessionId, accountId: alarmTests.accountId }),
    )
    .where(one);
  if (test === undefined) throw notFound();
  if (test.tokenHash !== tokenHash) return { isHere: false };
  // A later report of another tab does not replace a result. The only exception is "sounded" after
  // "blocked", because a touch may have unlocked the sound.
  const isNews = test.outcome === null || (test.outcome === 'blocked' && outcome === 'sounded');
  if (isNews) await db.update(alarmTests).set({ answeredAt: now, outcome }).where(one);
  return { isHere: true };
}

function asTest({ id, sessionId, askedAt, answeredAt, outcome }: typeof alarmTests.$inferSelect) {
  return {
    id,
    deviceId: sessionId,
    askedAt: askedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    outcome: ALARM_OUTCOMES.find((known) => known === outcome) ?? null,
  };
}
