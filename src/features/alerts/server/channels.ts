import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { rowExists } from '#database/row-exists.ts';
import { isRow } from '#database/row-of-household.ts';
import { alertTests, outbox } from '#database/schema/alerts.ts';
import { listAskedToConfirm } from '#features/sessions/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { canMailLinks, type MailParts } from '#platform/server/outbound/mail.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { type EmailState, type PushState, reaches } from '../domain/channels.ts';
import { failureMessage, NOT_CONFIRMED } from '../domain/failure-messages.ts';
import { householdOf } from './household.ts';

/** Failures that do not prove that the channel is broken. */
const NO_WORD_OF_THE_WAY = new Set(['nobody to tell', 'too late', 'no mail server', NOT_CONFIRMED]);

type LastLetter = Awaited<ReturnType<typeof lastLetters>>[number];

/** Returns the known state of each channel of each administrator. */
export async function listChannels(
  { db, account, now }: Pick<MemberContext, 'db' | 'account' | 'now'>,
  mail: MailParts,
) {
  const { people, subscriptions } = await householdOf(db, account.id);
  const administrators = people.filter(({ role }) => role !== 'user');
  const last = new Map(
    (await lastLetters(db, account.id)).map((letter) => [
      `${letter.kind} ${letter.recipient}`,
      letter,
    ]),
  );
  const ids = administrators.map(({ id }) => id);
  const asked = await listAskedToConfirm(db, account.id, now);
  const tests = await lastTests(db, account.id, ids);
  const listed = administrators.map((person) => {
    const { id, firstName, lastName, email } = person;
    const letter = email === null ? undefined : last.get(`email ${email}`);
    const own = subscriptions.filter(({ userId }) => userId === id);
    const pushes = own.map((subscription) => last.get(`push ${subscription.id}`));
    const test = tests.filter(({ userId }) => userId === id);
    return {
      userId: id,
      name: fullName({ firstName, lastName }),
      email: emailState(person, letter, { mail, isAsked: asked.has(id) }),
      emailFailure: wordsOf(letter),
      push: pushState(pushes),
      browsers: own.length,
      pushFailure: wordsOf(pushes.find(hasFailed)),
      lastTest: test.length === 0 ? null : asTest(test),
    };
  });
  return { people: listed, reachesSomebody: listed.some(reaches) };
}

function emailState(
  { email, emailProvenAt }: { email: string | null; emailProvenAt: Date | null },
  last: LastLetter | undefined,
  { mail, isAsked }: { mail: MailParts; isAsked: boolean },
): EmailState {
  if (!mail.mailer.isConfigured) return 'no mail server';
  if (email === null) return 'no address';
  if (emailProvenAt === null) {
    if (!canMailLinks(mail)) return 'no links';
    return isAsked ? 'not confirmed' : 'not asked';
  }
  if (hasFailed(last)) return 'failing';
  return last?.sentAt ? 'works' : 'not known';
}

/** Returns the state of the push channel of one person; one working browser is enough. */
function pushState(last: readonly (LastLetter | undefined)[]): PushState {
  if (last.length === 0) return 'none';
  if (last.some((letter) => letter?.sentAt)) return 'works';
  return last.every(hasFailed) ? 'failing' : 'not known';
}

function hasFailed(last: LastLetter | undefined): boolean {
  return last?.failure != null && !NO_WORD_OF_THE_WAY.has(last.failure);
}

function wordsOf(last: LastLetter | undefined): string | null {
  return last?.failure != null && hasFailed(last) ? failureMessage(last.failure) : null;
}

/** Selects the last attempted message per channel and recipient. */
function lastLetters(db: Db, accountId: string) {
  return db
    .selectDistinctOn([outbox.kind, outbox.recipient], {
      kind: outbox.kind,
      recipient: outbox.recipient,
      sentAt: outbox.sentAt,
      failure: outbox.failure,
    })
    .from(outbox)
    .where(
      and(eq(outbox.accountId, accountId), or(isNotNull(outbox.sentAt), isNotNull(outbox.failure))),
    )
    .orderBy(
      outbox.kind,
      outbox.recipient,
      desc(sql`coalesce(${outbox.sentAt}, ${outbox.createdAt})`),
    );
}

export function hasReceivedTest(db: Db, accountId: string): Promise<boolean> {
  const isReceived = and(eq(alertTests.accountId, accountId), isNotNull(alertTests.receivedAt));
  return rowExists(db, alertTests, isReceived);
}

/** Selects the messages of each person's latest test. */
async function lastTests(db: Db, accountId: string, people: readonly string[]) {
  if (people.length === 0) return [];
  const newest = db
    .selectDistinctOn([alertTests.userId], {
      userId: alertTests.userId,
      createdAt: alertTests.createdAt,
    })
    .from(alertTests)
    .where(and(eq(alertTests.accountId, accountId), inArray(alertTests.userId, [...people])))
    .orderBy(alertTests.userId, desc(alertTests.createdAt))
    .as('newest');
  return db
    .select({
      userId: alertTests.userId,
      createdAt: alertTests.createdAt,
      receivedAt: alertTests.receivedAt,
      kind: outbox.kind,
      sentAt: outbox.sentAt,
      failure: outbox.failure,
    })
    .from(alertTests)
    .innerJoin(
      newest,
      and(eq(newest.userId, alertTests.userId), eq(newest.createdAt, alertTests.createdAt)),
    )
    .innerJoin(outbox, isRow(outbox, alertTests))
    .where(eq(alertTests.accountId, accountId))
    .orderBy(outbox.kind, alertTests.id);
}

function asTest(letters: Awaited<ReturnType<typeof lastTests>>) {
  const [first] = letters;
  return {
    at: (first?.createdAt ?? new Date(0)).toISOString(),
    letters: letters.map(({ kind, receivedAt, sentAt, failure }) => ({
      kind: kind === 'push' ? ('push' as const) : ('email' as const),
      sentAt: sentAt?.toISOString() ?? null,
      receivedAt: receivedAt?.toISOString() ?? null,
      failure: failure === null ? null : failureMessage(failure),
    })),
  };
}
