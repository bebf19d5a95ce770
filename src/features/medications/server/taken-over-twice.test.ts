import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect, type Database } from '#database/connect.ts';
import { alerts, alertTellings } from '#database/schema/escalation.ts';
import { alertsFeature } from '#features/alerts/server.ts';
import { sessionGate } from '#features/sessions/server.ts';
import { buildServer } from '#platform/server/build-server.ts';
import { MailNotSent, type MailParts } from '#platform/server/outbound/mail.ts';
import { makeTestDatabase } from '#testing/database.ts';
import { type Mailbox, openMailbox } from '#testing/smtp.ts';
import { fixedClock, testConfig } from '#testing/test-server.ts';
import { medicationsFeature } from '../server.ts';
import { type AlertedHousehold, addAlertedHouseholds } from './taken-over.testing.ts';

const HOUSEHOLDS = 12;

const clock = fixedClock('2026-03-10T11:00:00Z');
let url: string;
let drop: () => Promise<void>;
let mailbox: Mailbox;
let running: Running[];
let isMailDown: boolean;

interface Running {
  readonly app: FastifyInstance;
  readonly database: Database;
}

async function start(): Promise<Running> {
  const database: Database = await connect({ databaseUrl: url, dataDir: '.' });
  const mail: MailParts = {
    ...mailbox.parts,
    mailer: {
      isConfigured: true,
      send: (letter) =>
        isMailDown
          ? Promise.reject(new MailNotSent('ECONNREFUSED'))
          : mailbox.parts.mailer.send(letter),
    },
  };
  const app = await buildServer({
    ...testConfig(),
    database,
    features: [medicationsFeature, alertsFeature({ mail, contact: undefined })],
    gate: sessionGate(database),
    now: clock.now,
    title: 'Test',
  });
  const server = { app, database };
  running.push(server);
  return server;
}

const together = (name: string) =>
  Promise.all(running.slice(-3).map(({ app }) => app.runJobs(name)));

async function at(time: string): Promise<void> {
  clock.set(`2026-03-10T${time}Z`);
  await together('care');
  await together('outbox');
}

/** Returns 'subject -> recipient' of each email, with repetitions. */
const letters = () =>
  mailbox.mails.map(({ subject, recipients }) => `${subject} -> ${recipients[0]}`);

describe.runIf(inject('testGround').kind === 'postgres')(
  'alerts with three servers on one database',
  () => {
    let families: AlertedHousehold[];
    beforeEach(async () => {
      clock.set('2026-03-10T11:00:00Z');
      [running, isMailDown] = [[], false];
      mailbox = await openMailbox();
      ({ url, drop } = await makeTestDatabase());
      const { database } = await start();
      await start();
      await start();
      families = await addAlertedHouseholds(database, HOUSEHOLDS, clock.now());
    });
    afterEach(async () => {
      for (const { app, database } of running) {
        await app.close();
        await database.close();
      }
      await drop();
      await mailbox.close();
    });

    it('each step is alerted once, even with repeated checks and after a restart', async () => {
      await at('13:00:00');
      await at('13:00:20');
      expect(letters()).toHaveLength(HOUSEHOLDS);
      await start();
      for (const time of ['13:15:00', '13:15:20', '16:00:00']) await at(time);
      expect(letters()).toHaveLength(2 * HOUSEHOLDS);
      expect(new Set(letters()).size).toBe(2 * HOUSEHOLDS);
    });

    it('one of two simultaneous acknowledgements wins, and one notification is sent', async () => {
      await at('13:00:00');
      await at('13:15:00');
      const [one, other] = running;
      const tokens = await tokensOf(families);
      const answers = await Promise.all(
        tokens.map(([first, second]) =>
          Promise.all([
            one?.app.inject({ method: 'POST', url: `/api/alerts/links/${first}` }),
            other?.app.inject({ method: 'POST', url: `/api/alerts/links/${second}` }),
          ]),
        ),
      );
      for (const pair of answers) {
        const states = pair.map((answer) => answer?.json().state).sort();
        expect(states).toEqual(['theirs', 'yours']);
      }
      for (const time of ['13:16:00', '13:16:20']) await at(time);
      expect(letters().filter((line) => line.includes(' has it -> '))).toHaveLength(HOUSEHOLDS);
    });

    it('steps advance while email is down, and each email is sent once afterwards', async () => {
      isMailDown = true;
      for (const time of ['13:00:00', '13:00:30', '13:15:00', '13:16:00']) await at(time);
      expect(letters()).toEqual([]);
      const [server] = running;
      const told = await server?.database.asSystem((db) => db.select().from(alertTellings));
      expect(told).toHaveLength(2 * HOUSEHOLDS);
      isMailDown = false;
      for (const time of ['15:30:00', '16:40:00', '17:50:00']) await at(time);
      expect(new Set(letters()).size).toBe(2 * HOUSEHOLDS);
      expect(letters()).toHaveLength(2 * HOUSEHOLDS);
      const open = await server?.database.asSystem((db) => db.select().from(alerts));
      expect(open?.every(({ closedAt }) => closedAt === null)).toBe(true);
    });

    /** Returns the tokens of the links that were emailed to both administrators of each household. */
    async function tokensOf(all: readonly AlertedHousehold[]): Promise<[string, string][]> {
      const tokenTo = (email: string) => {
        const mail = mailbox.mails.find(({ recipients }) => recipients.includes(email));
        return /\/alert\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      };
      return all.map(({ first, second }) => [tokenTo(first), tokenTo(second)]);
    }
  },
);
