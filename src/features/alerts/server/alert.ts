import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { given, prepared } from '#database/prepared.ts';
import { sessions } from '#database/schema/access.ts';
import { heartbeats, pushSubscriptions } from '#database/schema/alerts.ts';
import { settings } from '#database/schema/home.ts';
import { logins, users } from '#database/schema/households.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { alertMessage, type OverdueDose } from '../alert-messages.ts';
import { type Heartbeat, tabletState } from '../tablet-state.ts';
import { type Letter, put } from './outbox.ts';
import { keepUntilSent } from './unsent.ts';

/** What an alert is about. */
interface Alert {
  readonly accountId: string;
  readonly now: Date;
  readonly doses: readonly AlertedDose[];
  /** Doses that were overdue for more than a day before anybody could be told. */
  readonly older: number;
}

interface AlertedDose {
  readonly medicationId: string;
  readonly localDate: string;
  /** The wall-clock time of its schedule. */
  readonly time: string;
  readonly name: string;
  readonly dosage: string;
  /** The elder it is for; null is the household's elder. */
  readonly userId: string | null;
  readonly scheduledTime: Date;
  readonly overdueAt: Date;
}

/** What a tablet said is known while an alert is fresh; heartbeats are not kept for long. */
const TABLET_KNOWN_MS = 15 * MINUTE_MS;

/**
 * Puts one alert of all these doses out to every administrator, by mail and to their browsers.
 * Answers who of them is told. A letter to an email that nobody has proven waits for that: so it is
 * seen that the alert has not arrived.
 */
export async function alertAdministrators(db: Db, alert: Alert): Promise<string[]> {
  const { accountId, now, older } = alert;
  const { people, subscriptions, appName, timezone } = await householdOf(db, accountId);
  const administrators = people.filter(({ role }) => role !== 'user');
  const tablets = await tabletsOf(db, alert);
  // What can still be helped comes first.
  const newest = alert.doses.toSorted(
    (one, other) => other.scheduledTime.getTime() - one.scheduledTime.getTime(),
  );
  const doses = newest.map((dose): OverdueDose => {
    const isFresh = now.getTime() - dose.overdueAt.getTime() <= TABLET_KNOWN_MS;
    const own = tablets
      .filter(({ userId }) => dose.userId === null || userId === dose.userId)
      .map(({ lastHeardAt, heartbeats: all }) => ({
        lastHeardAt,
        heartbeats: all.filter(({ at }) => at >= dose.scheduledTime),
      }));
    return {
      name: dose.name,
      dosage: dose.dosage,
      scheduledTime: dose.scheduledTime,
      elder: elderOf(dose, people),
      tablet: isFresh
        ? tabletState(own, now, timezone)
        : 'How the tablet was at that time is not known.',
    };
  });
  const { subject, paragraphs, notice } = alertMessage(doses, older, now, timezone);
  // The push service keeps only the newest of one topic; 32 characters are the most.
  const topic = randomUUID().replaceAll('-', '');
  const mails = administrators.flatMap(({ email, firstName, lastName }): Letter[] => {
    if (email === null) return [];
    const content = {
      name: `${firstName} ${lastName}`,
      subject,
      brand: appName,
      paragraphs: [`Hello ${firstName},`, ...paragraphs],
    };
    return [{ kind: 'email', recipient: email, content }];
  });
  const ids = new Set(administrators.map(({ id }) => id));
  const notices = subscriptions
    .filter(({ userId }) => ids.has(userId))
    .map(
      ({ id }): Letter => ({
        kind: 'push',
        recipient: id,
        content: { title: subject, body: notice, topic },
      }),
    );
  const kept = await keepUntilSent(db, { accountId, now, older }, newest);
  await put(db, { accountId, now, purpose: 'alert', alert: kept }, [...mails, ...notices]);
  const withPush = new Set(subscriptions.map(({ userId }) => userId));
  return administrators
    .filter(
      ({ id, email, emailProvenAt }) =>
        (email !== null && emailProvenAt !== null) || withPush.has(id),
    )
    .map(({ id }) => id);
}

type Person = Awaited<ReturnType<typeof householdOf>>['people'][number];

export function elderOf(
  { userId }: Pick<AlertedDose, 'userId'>,
  people: readonly Person[],
): string {
  const elders = people.filter(({ role }) => role === 'user');
  if (userId !== null) return people.find(({ id }) => id === userId)?.firstName ?? '';
  return elders.length === 1 ? (elders[0]?.firstName ?? '') : '';
}

const peopleOf = prepared(
  'people_of',
  {
    id: users.id,
    role: users.role,
    firstName: users.firstName,
    lastName: users.lastName,
    email: users.email,
    emailProvenAt: logins.emailProvenAt,
  },
  (selected) => sql`
    select ${selected} from ${users}
    left join ${logins} on ${logins.id} = ${users.loginId}
    where ${users.accountId} = ${given('accountId', users.accountId)}`,
);

const browsersOf = prepared(
  'browsers_of',
  { id: pushSubscriptions.id, userId: pushSubscriptions.userId },
  (selected) => sql`
    select ${selected} from ${pushSubscriptions}
    where ${pushSubscriptions.accountId} = ${given('accountId', pushSubscriptions.accountId)}`,
);

const namesOf = prepared(
  'names_of',
  { appName: settings.appName, timezone: settings.timezone },
  (selected) => sql`
    select ${selected} from ${settings}
    where ${settings.accountId} = ${given('accountId', settings.accountId)}`,
);

/** Who is in a household, how they can be told, and how its application is called. */
export async function householdOf(db: Db, accountId: string) {
  const people = await peopleOf(db, { accountId });
  const subscriptions = await browsersOf(db, { accountId });
  const [named] = await namesOf(db, { accountId });
  return {
    people,
    subscriptions,
    appName: named?.appName ?? '',
    timezone: named?.timezone ?? 'UTC',
  };
}

const eldersDevices = prepared(
  'elders_devices',
  { id: sessions.id, userId: sessions.userId, lastSeenAt: sessions.lastSeenAt },
  (selected) => sql`
    select ${selected} from ${sessions}
    join ${users} on ${users.id} = ${sessions.userId}
    where ${sessions.accountId} = ${given('accountId', sessions.accountId)}
      and ${sessions.expiresAt} > ${given('now', sessions.expiresAt)}
      and (${sessions.kind} = 'tablet' or ${users.role} = 'user')`,
);

const heartbeatsSince = prepared(
  'heartbeats_since',
  { heartbeat: heartbeats },
  (selected) => sql`
    select ${selected} from ${heartbeats}
    where ${heartbeats.accountId} = ${given('accountId', heartbeats.accountId)}
      and ${heartbeats.at} >= ${given('since', heartbeats.at)}`,
);

/** Paired tablets, and whatever else an elder is signed in at. */
async function tabletsOf(db: Db, { accountId, now, doses }: Alert) {
  const rows = await eldersDevices(db, { accountId, now });
  const first = Math.min(
    now.getTime(),
    ...doses.map(({ scheduledTime }) => scheduledTime.getTime()),
  );
  const heard = await heartbeatsSince(db, { accountId, since: new Date(first) });
  const said = heard.flatMap(({ heartbeat }) => heartbeat ?? []);
  return rows.map(({ id, userId, lastSeenAt }) => {
    const own: Heartbeat[] = said.filter(({ sessionId }) => sessionId === id);
    const lastHeard = own.reduce(
      (last, { at }) => Math.max(last, at.getTime()),
      lastSeenAt.getTime(),
    );
    return { userId, lastHeardAt: new Date(lastHeard), heartbeats: own };
  });
}
