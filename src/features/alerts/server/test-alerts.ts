import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { countBeforeAdding } from '#database/count-before-adding.ts';
import { alertTests } from '#database/schema/alerts.ts';
import type { Context, MemberContext } from '#platform/server/feature.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { fullName } from '#platform/shared/full-name.ts';
import type { Refusal } from '#platform/shared/refusal.ts';
import { alertRefusal } from '../refusals.ts';
import { householdOf } from './household.ts';
import { type Letter, put } from './outbox.ts';
import { wayTo } from './push-services.ts';

/** Maximum number of test messages per person and hour. */
const MAX_PER_HOUR = 30;

/** Lifetime of the link in a test message. */
const LINK_MS = 7 * DAY_MS;

interface Test {
  readonly id: string;
  readonly token: string;
}

export async function sendTest({ db, account, user, now }: MemberContext): Promise<void> {
  const { people, subscriptions, appName } = await householdOf(db, account.id);
  const me = people.find(({ id }) => id === user.id);
  const tests: Test[] = [];
  const newTest = (): Test => {
    const test = { id: randomUUID(), token: randomBytes(32).toString('base64url') };
    tests.push(test);
    return test;
  };
  const letters: Letter[] = subscriptions
    .filter(({ userId }) => userId === user.id)
    .map((browser) => noticeOf(browser, newTest()));
  if (me?.email != null) {
    letters.push(letterTo({ ...me, email: me.email }, appName, newTest()));
  }
  if (letters.length === 0) {
    throw alertRefusal('no-way-to-alert');
  }
  await refuseTooMany({ db, account, user, now });
  await db.insert(alertTests).values(
    tests.map(({ id, token }) => ({
      id,
      accountId: account.id,
      userId: user.id,
      tokenHash: hashOf(token),
      createdAt: now,
    })),
  );
  await put(db, { accountId: account.id, now, purpose: 'test' }, letters);
}

async function refuseTooMany({
  db,
  account,
  user,
  now,
}: Pick<MemberContext, 'db' | 'account' | 'user' | 'now'>) {
  const recently = gt(alertTests.createdAt, new Date(now.getTime() - HOUR_MS));
  const isMine = and(eq(alertTests.userId, user.id), recently);
  const sent = await countBeforeAdding(db, alertTests, account.id, isMine);
  if (sent >= MAX_PER_HOUR) {
    throw alertRefusal('too-many-test-alerts');
  }
}

interface Reader {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

function letterTo({ firstName, lastName, email }: Reader, brand: string, test: Test): Letter {
  return {
    id: test.id,
    kind: 'email',
    recipient: email,
    content: {
      name: fullName({ firstName, lastName }),
      subject: 'A test alert',
      brand,
      paragraphs: [
        `Hello ${firstName},`,
        'this is the test alert that you asked for. No dose was missed. Please press the button, so that it is known that alerts reach you here.',
      ],
      action: { label: 'I have received it', path: pathOf(test) },
      closing: 'If you did not ask for it, somebody signed in as you did.',
    },
  };
}

function noticeOf(browser: Parameters<typeof wayTo>[0], test: Test): Letter {
  const topic = test.id.replaceAll('-', '');
  const words = {
    title: 'A test alert',
    body: 'No dose was missed. Press here to say it arrived.',
  };
  return {
    id: test.id,
    ...wayTo(browser),
    content: { ...words, topic, path: pathOf(test) },
  };
}

function pathOf({ token }: Test): string {
  return `/alert-received?token=${token}`;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns when the message of a link was marked as received. */
export async function findTest(token: string, { database, now }: Context) {
  const [test] = await database.asSystem((db) =>
    db.select().from(alertTests).where(livingTest(token, now)),
  );
  if (test === undefined) throw notValid();
  return { receivedAt: test.receivedAt?.toISOString() ?? null };
}

/** Marks the message of a link as received; only the first call counts. */
export async function receiveTest(token: string, context: Context) {
  const { now } = context;
  const living = livingTest(token, now);
  const marked = await context.changeAsSystem(async (db, changed) => {
    const [first] = await db
      .update(alertTests)
      .set({ receivedAt: now })
      .where(and(living, isNull(alertTests.receivedAt)))
      .returning();
    if (first !== undefined) changed(first.accountId, { answers: 'alerts' });
    return first;
  });
  if (marked === undefined) return findTest(token, context);
  return { receivedAt: now.toISOString() };
}

function livingTest(token: string, now: Date) {
  return and(
    eq(alertTests.tokenHash, hashOf(token)),
    gt(alertTests.createdAt, new Date(now.getTime() - LINK_MS)),
  );
}

function notValid(): Refusal {
  return alertRefusal('invalid-test-link');
}
