import { randomUUID } from 'node:crypto';
import type { Database } from '#database/connect.ts';
import { alertOrders, alertPlaces } from '#database/schema/escalation.ts';
import { medications } from '#database/schema/medications.ts';
import { addHousehold, addPerson } from '#features/accounts/server/household.ts';
import { addMedication, type CareServer, careServer } from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { scheduleCheck } from './settle-overdue.ts';

const ORDER = '/api/alerts/order';

/** In UTC; New York is four hours behind. The dose of 08:00 is overdue at 13:00. */
export const DUE = '2026-03-10T12:00:00Z';

export const ALERT = 'A dose has not been confirmed';

export type Admin = 'admin' | 'super_admin';

export interface OpenHere {
  readonly id: string;
  readonly createdAt: string;
  readonly doses: readonly unknown[];
  readonly told: readonly unknown[];
  readonly holder: { readonly since: string; readonly userId: string } | null;
  readonly next: { readonly at: string; readonly names: readonly string[] } | null;
}

export interface Alerting {
  readonly server: CareServer;
  readonly home: TestHousehold;
  readonly medication: string;
  /**
   * Sets the escalation policy. Default: the administrator first, the super administrator 15
   * minutes later.
   */
  choose(changed?: object, people?: object[]): Promise<void>;
  openOf(who?: Admin): Promise<OpenHere[]>;
  open(): Promise<OpenHere>;
  /** Returns the subjects of the emails to that administrator. */
  mailed(who: Admin): (string | undefined)[];
  /** Returns the token of the link in the last email to that administrator. */
  tokenTo(who: Admin): string;
  press(who: Admin, act?: 'take-over' | 'give-back'): ReturnType<ReturnType<TestHousehold['as']>>;
  byLink(token: string): ReturnType<ReturnType<TestHousehold['as']>>;
}

/** Creates a household of two administrators with a dose at 08:00, an hour before it is due. */
export async function alerting(): Promise<Alerting> {
  const server = await careServer();
  server.clock.set('2026-03-10T11:00:00Z');
  const home = await server.household();
  const medication = await addMedication(home, { times: ['08:00'] });
  const openOf = async (who: Admin = 'admin'): Promise<OpenHere[]> =>
    expectStatus(await home.as(who)('GET', '/api/alerts/open'), 200).body.alerts;
  const open = async () => {
    const [one] = await openOf();
    if (one === undefined) throw new Error('no alert is open');
    return one;
  };
  return {
    ...{ server, home, medication, openOf, open },
    async choose(changed = {}, people = []) {
      const places = [home.userIds.admin, home.userIds.super_admin].map((userId, index) => ({
        ...{ userId, step: index + 1, quiet: null },
        ...people[index],
      }));
      const body = { waitMinutes: 15, askAgainMinutes: 60, lastIgnoresQuiet: false, ...changed };
      expectStatus(await home.as('admin')('PUT', ORDER, { ...body, people: places }), 200);
    },
    mailed: (who) => server.mailsTo(home, who).map(({ subject }) => subject),
    tokenTo(who) {
      const text = server.mailsTo(home, who).at(-1)?.text ?? '';
      return /\/alert\?token=([\w-]+)/.exec(text)?.[1] ?? '';
    },
    async press(who, act = 'take-over') {
      return home.as(who)('POST', `/api/alerts/${(await open()).id}/${act}`);
    },
    byLink: (token) => home.as('user')('POST', `/api/alerts/links/${token}`),
  };
}

/** The email addresses of the two administrators, in the order of the escalation policy. */
export interface AlertedHousehold {
  readonly first: string;
  readonly second: string;
}

/** Adds households with a dose at 08:00 and two administrators in two escalation steps. */
export function addAlertedHouseholds(
  database: Database,
  count: number,
  now: Date,
): Promise<AlertedHousehold[]> {
  return Promise.all(Array.from({ length: count }, () => addOne(database, now)));
}

function addOne(database: Database, now: Date): Promise<AlertedHousehold> {
  const accountId = randomUUID();
  const endsAt = new Date('2027-01-01');
  const subscription = { provider: 'built-in', plan: 'yearly', status: 'active', endsAt } as const;
  const emails = ['first', 'second'].map((name) => `${name}@${accountId}.example`);
  return database.asSystem(async (db) => {
    await addHousehold(db, { id: accountId, subscription, now });
    await db
      .insert(alertOrders)
      .values({ accountId, waitMinutes: 15, askAgainMinutes: 720, lastIgnoresQuiet: false });
    for (const [index, email] of emails.entries()) {
      const name = { firstName: `Ada ${index}`, lastName: 'L.', email };
      const since = { createdAt: now, emailProvenAt: now };
      const userId = randomUUID();
      await addPerson(db, { ...name, id: userId, accountId, role: 'admin', ...since });
      await db.insert(alertPlaces).values({ userId, accountId, step: index + 1 });
    }
    await db.insert(medications).values({
      ...{ id: randomUUID(), accountId, name: 'Lisinopril', dosage: '', frequency: 'daily' },
      ...{ times: ['08:00'], startDate: '2026-01-01', instructions: '', isActive: true },
      ...{ reminderEnabled: true, soundEnabled: true, createdAt: now, scheduledSince: now },
    });
    await scheduleCheck(db, accountId, now);
    return { first: emails[0] ?? '', second: emails[1] ?? '' };
  });
}
