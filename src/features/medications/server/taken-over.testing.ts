import { addMedication, type CareServer, careServer } from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

const ORDER = '/api/alerts/order';

/** In UTC; in New York it is four hours less. The dose of 08:00 is overdue at 13:00. */
export const DUE = '2026-03-10T12:00:00Z';

/** The subject of an alert of one dose. */
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
  /** The administrator first and the super administrator fifteen minutes later, unless told. */
  choose(changed?: object, people?: object[]): Promise<void>;
  openOf(who?: Admin): Promise<OpenHere[]>;
  /** The one alert that is open. */
  open(): Promise<OpenHere>;
  /** The subjects of what somebody was mailed. */
  mailed(who: Admin): (string | undefined)[];
  /** The token of the link in the letter that somebody was sent last. */
  tokenTo(who: Admin): string;
  press(who: Admin, act?: 'take-over' | 'give-back'): ReturnType<ReturnType<TestHousehold['as']>>;
  byLink(token: string): ReturnType<ReturnType<TestHousehold['as']>>;
}

/** A household of two administrators with a dose at 08:00, an hour before it is due. */
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
