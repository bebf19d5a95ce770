import { eq } from 'drizzle-orm';
import { careSweeps } from '#database/schema/alerts.ts';
import { alertsFeature } from '#features/alerts/server.ts';
import { awayFeature } from '#features/away/server.ts';
import { overdueJob } from '#features/medications/server/overdue-job.ts';
import { medicationsFeature, reschedule } from '#features/medications/server.ts';
import { devicesFeature } from '#features/sessions/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import type { JobContext } from '#platform/server/feature.ts';
import type { SteadyClock } from '#platform/server/jobs/monotonic-clock.ts';
import { type Mailbox, openMailbox, type ReceivedMail } from './smtp.ts';
import { expectStatus, type TestHousehold, type TestServer, testServer } from './test-server.ts';

/** A test server with the features of reminders and alerts, and a real mail server. */
export interface CareServer extends TestServer {
  readonly mailbox: Mailbox;
  /**
   * Replaces the sweeper by a new one without an earlier clock reading, as after a restart of the
   * process.
   */
  restart(): void;
  /** Sets the clock and runs the jobs: first the sweep, then the queued messages. */
  at(instant: string): Promise<void>;
  /**
   * Returns the emails to the administrators of a household, oldest first. If there are two
   * administrators, only one of their two equal emails is returned.
   */
  mailsTo(household: TestHousehold, role?: 'admin' | 'super_admin'): ReceivedMail[];
}

/** Starts the server. Its households are in New York unless a test changes their time zone. */
export async function careServer(steady?: SteadyClock): Promise<CareServer> {
  const mailbox = await openMailbox();
  let sweeper = overdueJob();
  const sweeps = { ...sweeper, run: (parts: JobContext) => sweeper.run(parts) };
  const features = [
    { ...medicationsFeature, jobs: [sweeps] },
    awayFeature,
    settingsFeature(reschedule),
    devicesFeature,
    alertsFeature({ mail: mailbox.parts, contact: undefined }),
  ];
  const server = await testServer(features, {}, steady);
  return {
    ...server,
    mailbox,
    restart() {
      sweeper = overdueJob();
    },
    async at(instant) {
      server.clock.set(instant);
      await server.jobs('care');
      await server.jobs('outbox');
    },
    mailsTo: ({ accountId }, role = 'admin') =>
      mailbox.mails.filter(({ recipients }) => recipients.includes(`${role}@${accountId}.example`)),
    async close() {
      await server.close();
      await mailbox.close();
    },
  };
}

export async function addMedication(household: TestHousehold, changed: object): Promise<string> {
  const body = { name: 'Lisinopril', frequency: 'daily', startDate: '2026-01-01', ...changed };
  const answer = await household.as('admin')('POST', '/api/medications', body);
  return expectStatus(answer, 201).body.id;
}

export async function changeMedication(household: TestHousehold, id: string, changed: object) {
  const answer = await household.as('admin')('PATCH', `/api/medications/${id}`, changed);
  return expectStatus(answer, 200).body;
}

export function logDose(household: TestHousehold, id: string, time: string, status = 'taken') {
  const body = { medicationId: id, scheduledTime: new Date(time).toISOString(), status };
  return household.as('user')('POST', '/api/medication-logs', body);
}

interface ListedLog {
  readonly scheduledTime: string;
  readonly status: string;
  readonly late: boolean;
  readonly loggedBy: string | null;
}

/** Returns each dose log as 'instant status', earliest dose first. */
export async function logsOf(household: TestHousehold): Promise<string[]> {
  const logs: ListedLog[] = await listed(household);
  return logs
    .map(({ scheduledTime, status, late, loggedBy }) =>
      [scheduledTime.slice(0, 16), status, late ? 'late' : '', loggedBy === null ? 'by itself' : '']
        .filter((word) => word !== '')
        .join(' '),
    )
    .sort();
}

export async function listed(household: TestHousehold) {
  const answer = await household.as('admin')('GET', '/api/medication-logs?limit=1000');
  return expectStatus(answer, 200).body;
}

export async function nextSweep(server: TestServer, { accountId }: TestHousehold) {
  const [row] = await server.database.asSystem((db) =>
    db.select().from(careSweeps).where(eq(careSweeps.accountId, accountId)),
  );
  return row?.nextAt.toISOString();
}

/** Returns today's doses on the tablet, each as 'instant status'. */
export async function upcomingOf(household: TestHousehold): Promise<string[]> {
  const answer = await household.as('user')('GET', '/api/upcoming-medications');
  return expectStatus(answer, 200).body.map(
    ({ scheduledTime, status }: ListedLog) => `${scheduledTime.slice(0, 16)} ${status}`,
  );
}
