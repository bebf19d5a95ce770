import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alertTests, outbox, unsentAlerts } from '#database/schema/alerts.ts';
import { jobs } from '#database/schema/jobs.ts';
import { auditFeature } from '#features/audit/server.ts';
import { medicationsFeature } from '#features/medications/server.ts';
import { type Mailer, MailNotSent, type MailParts } from '#platform/server/outbound/mail.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import {
  deadMailUrl,
  type Mailbox,
  mailTo,
  NO_MAIL,
  openMailbox,
  PUBLIC_URL,
} from '#testing/smtp.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { alertAdministrators, alertsFeature } from '../server.ts';

const CHANNELS = '/api/alerts/channels';
const UNSENT = '/api/alerts/unsent';

let mailbox: Mailbox;
let server: TestServer | undefined;
beforeEach(async () => {
  mailbox = await openMailbox();
});
afterEach(async () => {
  await server?.close();
  await mailbox.close();
  server = undefined;
});

async function start(mail: MailParts = mailbox.parts) {
  server = await testServer([
    alertsFeature({ mail, contact: undefined }),
    medicationsFeature,
    auditFeature,
  ]);
  return { server, home: await server.household() };
}

const channelOf = async (home: TestHousehold, role: 'admin' | 'super_admin' = 'admin') => {
  const { body } = expectStatus(await home.as('admin')('GET', CHANNELS), 200);
  const of = body.people.find(({ userId }: { userId: string }) => userId === home.userIds[role]);
  return { reachesSomebody: body.reachesSomebody, ...of };
};

const sendTest = async (home: TestHousehold) =>
  expectStatus(await home.as('admin')('POST', '/api/alerts/tests'), 202);

/** Returns the link token of the next email. */
async function tokenOf(box: Mailbox): Promise<string> {
  const { text } = await box.next();
  return /token=([\w-]+)/.exec(text)?.[1] ?? '';
}

const refusing = (reason: string): MailParts => ({
  publicUrl: PUBLIC_URL,
  mailer: {
    isConfigured: true,
    send: () => Promise.reject(new MailNotSent(reason)),
  } satisfies Mailer,
});

/** Creates an alert of a dose at 08:00 in New York. */
async function alert(on: TestServer, { accountId, as }: TestHousehold) {
  const body = { name: 'Metformin', frequency: 'daily', times: ['08:00'], startDate: '2026-03-01' };
  const { id } = expectStatus(await as('admin')('POST', '/api/medications', body), 201).body;
  const now = on.clock.now();
  const scheduledTime = new Date('2026-03-10T12:00:00Z');
  const dose = { medicationId: id, localDate: '2026-03-10', time: '08:00', scheduledTime };
  const named = { ...dose, name: 'Metformin', dosage: '', userId: null, overdueAt: now };
  await on.database.inHousehold(accountId, (db) =>
    alertAdministrators(db, [{ accountId, older: 0, doses: [named] }], now),
  );
  return { medicationId: id, scheduledTime: scheduledTime.toISOString() };
}

const unsent = async (home: TestHousehold) =>
  expectStatus(await home.as('admin')('GET', UNSENT), 200).body.alerts;

describe('alert channels of the administrators', () => {
  it('both channels are reported as unavailable without a mail server', async () => {
    const { home } = await start(NO_MAIL);
    expect(await channelOf(home)).toMatchObject({
      ...{ email: 'no mail server', push: 'none', browsers: 0, reachesSomebody: false },
      ...{ lastTest: null, name: 'Ada admin' },
    });
  });

  it('the email state follows the result of the last email', async () => {
    const { server, home } = await start();
    expect(await channelOf(home)).toMatchObject({ email: 'not known', reachesSomebody: true });
    await sendTest(home);
    await server.jobs('outbox');
    expect(await channelOf(home)).toMatchObject({ email: 'works', emailFailure: null });
    expect(await channelOf(home, 'super_admin')).toMatchObject({ email: 'not known' });
  });

  it('a mail failure is reported as a sentence', async () => {
    const { server, home } = await start(refusing('EENVELOPE 550'));
    await sendTest(home);
    await server.jobs('outbox');
    const failed = { email: 'failing', emailFailure: 'The mail server refused it.' };
    expect(await channelOf(home)).toMatchObject(failed);
  });

  it('only administrators can read the channels and the unsent alerts', async () => {
    const { home } = await start();
    for (const path of [CHANNELS, UNSENT]) {
      expectStatus(await home.as('user')('GET', path), 403);
    }
  });
});

describe('test alerts', () => {
  it('a test is marked as received when its link is opened, once', async () => {
    const { server, home } = await start();
    await sendTest(home);
    await server.jobs('outbox');
    const path = `/api/alerts/tests/${await tokenOf(mailbox)}`;
    expect(expectStatus(await server.ask('GET', path), 200).body).toEqual({ receivedAt: null });
    const [letter] = (await channelOf(home)).lastTest.letters;
    expect(letter).toMatchObject({ kind: 'email', receivedAt: null, failure: null });
    server.clock.advance(MINUTE_MS);
    const receivedAt = server.clock.now().toISOString();
    expect(expectStatus(await server.ask('POST', path), 200).body).toEqual({ receivedAt });
    server.clock.advance(MINUTE_MS);
    expect(expectStatus(await server.ask('POST', path), 200).body).toEqual({ receivedAt });
    expect((await channelOf(home)).lastTest.letters).toMatchObject([{ receivedAt }]);
    expectStatus(await server.ask('POST', `${path}x`), 404);
    server.clock.advance(7 * DAY_MS);
    expectStatus(await server.ask('GET', path), 404);
  });

  it('the token of a test is erased from the outbox once it was sent or failed', async () => {
    for (const mail of [mailbox.parts, refusing('EENVELOPE 550')]) {
      const { server: on, home } = await start(mail);
      await sendTest(home);
      const waiting = JSON.stringify(await rowsOf(on));
      expect(waiting).toContain('token=');
      await on.jobs('outbox');
      expect(JSON.stringify(await rowsOf(on))).not.toContain('token=');
      await on.close();
    }
    server = undefined;
  });

  it('a test is sent once without retries, and its failure is reported', async () => {
    const { server, home } = await start(NO_MAIL);
    await sendTest(home);
    for (let minute = 0; minute < 5; minute += 1) {
      await server.jobs('outbox');
      server.clock.advance(MINUTE_MS);
    }
    const rows = await server.database.asSystem((db) => db.select().from(outbox));
    expect(rows).toHaveLength(1);
    expect(await server.database.asSystem((db) => db.select().from(jobs))).toEqual([]);
    expect((await channelOf(home)).lastTest.letters).toMatchObject([
      { failure: expect.stringContaining('Whoever runs it can set SMTP_URL'), sentAt: null },
    ]);
  });

  it('a test goes only to the person who requests it, and is rate limited', async () => {
    const { server, home } = await start();
    for (let test = 0; test < 30; test += 1) await sendTest(home);
    expectStatus(await home.as('admin')('POST', '/api/alerts/tests'), 429);
    server.clock.advance(61 * MINUTE_MS);
    await sendTest(home);
    const rows = await server.database.asSystem((db) => db.select().from(outbox));
    expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(1);
  });
});

const rowsOf = (on: TestServer) =>
  on.database.asSystem(async (db) => [
    await db.select().from(outbox),
    await db.select().from(alertTests),
  ]);

describe('alerts that could not be sent', () => {
  it('an unsent alert is listed with the answer to its dose until a person marks it as seen', async () => {
    const { server, home } = await start(NO_MAIL);
    const dose = await alert(server, home);
    expect(await unsent(home)).toEqual([]);
    await server.jobs('outbox');
    const waiting = { name: 'Metformin', scheduledTime: dose.scheduledTime };
    expect(await unsent(home)).toMatchObject([
      {
        doses: [{ ...waiting, said: null, saidAt: null }],
        reason: expect.stringContaining('No mail server'),
        isTriedAgain: false,
      },
    ]);
    const said = { ...dose, status: 'taken', notes: '' };
    expectStatus(await home.as('user')('POST', '/api/medication-logs', said), 201);
    const [shown] = await unsent(home);
    expect(shown.doses).toMatchObject([
      { ...waiting, said: 'taken', saidAt: server.clock.now().toISOString() },
    ]);
    server.clock.advance(90 * DAY_MS);
    await server.jobs('outbox');
    server.clock.advance(-90 * DAY_MS);
    expect(await unsent(home)).toHaveLength(1);
    const seen = `${UNSENT}/${shown.id}/seen`;
    for (let press = 0; press < 2; press += 1) {
      expectStatus(await home.as('admin')('POST', seen), 204);
    }
    expect(await unsent(home)).toEqual([]);
    const { body } = await home.as('super_admin')('GET', '/api/audit?action=alert-seen');
    expect(body).toMatchObject([
      { personName: 'Ada admin', subject: 'Metformin, 2026-03-10 08:00' },
    ]);
  });

  it('an unsent alert is listed while it is retried, and removed when one message was sent', async () => {
    let mail = mailTo(await deadMailUrl());
    const send: Mailer['send'] = (letter) => mail.mailer.send(letter);
    const { server, home } = await start({ ...mail, mailer: { isConfigured: true, send } });
    await alert(server, home);
    await server.jobs('outbox');
    expect(await unsent(home)).toMatchObject([{ isTriedAgain: true }]);
    mail = mailbox.parts;
    server.clock.advance(5 * MINUTE_MS);
    await server.jobs('outbox');
    expect(await unsent(home)).toEqual([]);
    expect(await server.database.asSystem((db) => db.select().from(unsentAlerts))).toEqual([]);
  });

  it('an alert that reached one of two administrators is not listed as unsent', async () => {
    const send: Mailer['send'] = (letter) =>
      letter.to.address.startsWith('admin@')
        ? Promise.reject(new MailNotSent('EENVELOPE 550'))
        : mailbox.parts.mailer.send(letter);
    const { server, home } = await start({
      ...mailbox.parts,
      mailer: { isConfigured: true, send },
    });
    await alert(server, home);
    await server.jobs('outbox');
    expect(await unsent(home)).toEqual([]);
  });

  it('another household can neither read nor mark an unsent alert', async () => {
    const { server, home } = await start(NO_MAIL);
    await alert(server, home);
    await server.jobs('outbox');
    const [shown] = await unsent(home);
    const stranger = await server.household();
    expect(await unsent(stranger)).toEqual([]);
    for (const id of [shown.id, randomUUID()]) {
      expectStatus(await stranger.as('admin')('POST', `${UNSENT}/${id}/seen`), 404);
    }
    expect(await unsent(home)).toHaveLength(1);
  });
});
