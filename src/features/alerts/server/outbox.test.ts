import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outbox } from '#database/schema/alerts.ts';
import { users } from '#database/schema/households.ts';
import { jobs } from '#database/schema/jobs.ts';
import { claim } from '#platform/server/jobs/queue.ts';
import { type Mail, MailNotSent, type MailParts } from '#platform/server/outbound/mail.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { deadMailUrl, type Mailbox, mailTo, NO_MAIL, openMailbox } from '#testing/smtp.ts';
import { type TestHousehold, type TestServer, testServer } from '#testing/test-server.ts';
import { alertAdministrators, alertsFeature } from '../server.ts';
import { alertLetter } from './alert-email.ts';
import { letterOf, put } from './outbox.ts';

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

async function serverWith(mail: MailParts) {
  server = await testServer([alertsFeature({ mail, contact: undefined })]);
  const home = await server.household();
  return { server, home };
}

/** Creates an alert without sending it. */
async function alert({ accountId }: TestHousehold, on: TestServer): Promise<void> {
  const now = on.clock.now();
  const named = { medicationId: randomUUID(), localDate: '2026-03-10', time: '09:00' };
  const dose = { ...named, name: 'Lisinopril', dosage: '', userId: null, overdueAt: now };
  const scheduledTime = new Date(now.getTime() - HOUR_MS);
  await on.database.inHousehold(accountId, (db) =>
    alertAdministrators(db, [{ accountId, older: 0, doses: [{ ...dose, scheduledTime }] }], now),
  );
}

const rows = (on: TestServer) => on.database.asSystem((db) => db.select().from(outbox));

const waitingFor = (on: TestServer) => on.database.asSystem((db) => db.select().from(jobs));

/** Claims jobs as a process would that is killed right afterwards. */
const claimed = (on: TestServer, kind: string, most = 20) =>
  on.database.asSystem((db) => claim(db, { kind }, on.clock.now(), most));

/** Ends the leases. They use the clock of the database. */
const leasesEnd = (on: TestServer) =>
  on.database.asSystem((db) => db.update(jobs).set({ leaseUntil: sql`clock_timestamp()` }));

/** Mail parts whose server can be replaced later. */
function changing(first: MailParts) {
  let present = first;
  return {
    set: (next: MailParts) => {
      present = next;
    },
    parts: {
      publicUrl: first.publicUrl,
      mailer: { isConfigured: true, send: (mail: Mail) => present.mailer.send(mail) },
    } satisfies MailParts,
  };
}

describe('outbox messages', () => {
  it('a message is sent after a clock that was hours ahead is corrected', async () => {
    const { server, home } = await serverWith(mailbox.parts);
    server.clock.advance(5 * HOUR_MS);
    await alert(home, server);
    server.clock.advance(-5 * HOUR_MS);
    await server.jobs();
    await server.jobs();
    expect(mailbox.mails).toHaveLength(2);
  });

  it('a message is sent once, with its own Message-ID', async () => {
    const { server, home } = await serverWith(mailbox.parts);
    await alert(home, server);
    await server.jobs('outbox');
    await server.jobs('outbox');
    expect(mailbox.mails).toHaveLength(2);
    const ids = mailbox.mails.map(({ headers }) => headers['message-id']);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
    expect(await rows(server)).toMatchObject([
      { failure: null, sentAt: server.clock.now() },
      { failure: null, sentAt: server.clock.now() },
    ]);
    expect(await waitingFor(server)).toEqual([]);
  });

  it('a message exists only if the transaction that created it commits', async () => {
    const { server, home } = await serverWith(mailbox.parts);
    const { accountId } = home;
    const failing = server.database.inHousehold(accountId, async (db) => {
      await alertAdministrators(db, [{ accountId, older: 3, doses: [] }], server.clock.now());
      throw new Error('not after all');
    });
    await expect(failing).rejects.toThrow('not after all');
    await server.jobs('outbox');
    expect(mailbox.mails).toEqual([]);
  });

  it('a message waits while the mail server is down for an hour, and is then sent once', async () => {
    const mail = changing(mailTo(await deadMailUrl()));
    const { server, home } = await serverWith(mail.parts);
    await alert(home, server);
    for (let minute = 0; minute < 60; minute += 1) {
      await server.jobs('outbox');
      server.clock.advance(MINUTE_MS);
    }
    const [waiting] = await rows(server);
    expect(await waitingFor(server)).toMatchObject([
      { attempts: 5, lastError: waiting?.failure },
      { attempts: 5, lastError: waiting?.failure },
    ]);
    expect(waiting?.failure).toMatch(/^E[A-Z]+$/);
    expect(JSON.stringify(waiting?.failure)).not.toContain('@');
    mail.set(mailbox.parts);
    for (let minute = 0; minute < 60; minute += 1) {
      await server.jobs('outbox');
      server.clock.advance(MINUTE_MS);
    }
    expect(mailbox.mails).toHaveLength(2);
  });

  it('a message is given up after a day', async () => {
    const { server, home } = await serverWith(mailTo(await deadMailUrl()));
    await alert(home, server);
    for (let hour = 0; hour < 26; hour += 1) {
      await server.jobs('outbox');
      server.clock.advance(HOUR_MS);
    }
    const [row] = await rows(server);
    expect([row?.sentAt, await waitingFor(server)]).toEqual([null, []]);
  });

  it('a message claimed by a killed process is sent again after its lease expires', async () => {
    const { server, home } = await serverWith(mailbox.parts);
    await alert(home, server);
    const taken = await claimed(server, 'email');
    expect(taken).toHaveLength(2);
    await server.jobs('outbox');
    expect(mailbox.mails).toEqual([]);
    await leasesEnd(server);
    await server.jobs('outbox');
    const ids = mailbox.mails.map(({ headers }) => headers['message-id'] ?? '');
    expect(ids.sort()).toEqual(taken.map(({ key }) => `<${key}@localhost>`).sort());
  });

  it('a message that was sent but not marked is sent again with the same Message-ID', async () => {
    const { server, home } = await serverWith(mailbox.parts);
    await alert(home, server);
    await claimed(server, 'email');
    for (const row of await rows(server)) {
      const letter = letterOf(row);
      if (letter?.kind !== 'email') throw new Error('not a mail');
      const { mailer, publicUrl } = mailbox.parts;
      await mailer.send(alertLetter({ ...letter, id: row.id }, publicUrl));
    }
    await leasesEnd(server);
    await server.jobs('outbox');
    expect(mailbox.mails).toHaveLength(4);
    expect(new Set(mailbox.mails.map(({ headers }) => headers['message-id'])).size).toBe(2);
  });

  it('a message is not sent to a person who is no longer an administrator', async () => {
    const { server, home } = await serverWith(mailbox.parts);
    await alert(home, server);
    await server.database.asSystem((db) =>
      db.delete(users).where(and(eq(users.accountId, home.accountId), eq(users.role, 'admin'))),
    );
    await server.jobs('outbox');
    expect(mailbox.mails.map(({ recipients }) => recipients[0])).toEqual([
      `super_admin@${home.accountId}.example`,
    ]);
    const failures = (await rows(server)).map(({ failure }) => failure).sort();
    expect(failures).toEqual(['nobody to tell', null]);
  });

  it('a message is given up at once on a server without mail', async () => {
    const { server, home } = await serverWith(NO_MAIL);
    await alert(home, server);
    await server.jobs('outbox');
    expect(await rows(server)).toMatchObject([
      { failure: 'no mail server' },
      { failure: 'no mail server' },
    ]);
    expect(await waitingFor(server)).toEqual([]);
  });

  it('a message is deleted after thirty days', async () => {
    const { server, home } = await serverWith(mailbox.parts);
    await alert(home, server);
    await server.jobs('outbox');
    server.clock.advance(30 * DAY_MS - 1);
    await server.jobs('old letters');
    expect(await rows(server)).toHaveLength(2);
    server.clock.advance(1);
    await server.jobs('old letters');
    expect(await rows(server)).toEqual([]);
  });

  it('many messages are sent in one run', async () => {
    const { server, home } = await serverWith(mailbox.parts);
    for (let count = 0; count < 45; count += 1) await alert(home, server);
    await server.jobs('outbox');
    expect(mailbox.mails).toHaveLength(90);
    expect(new Set(mailbox.mails.map(({ headers }) => headers['message-id'])).size).toBe(90);
  });

  it('an idle run costs one statement per lane and one for the old outbox', async () => {
    const { server } = await serverWith(mailbox.parts);
    await server.jobs('outbox');
    const before = server.database.statements();
    await server.jobs('outbox');
    expect(server.database.statements() - before).toBe(
      server.database.kind === 'postgres' ? 21 : 28,
    );
  });
});

describe('outbox delivery with a mail server that hangs', () => {
  /** A mailer that accepts messages and times out. */
  function hanging() {
    let tries = 0;
    let answers = false;
    const send = async () => {
      tries += 1;
      if (!answers) throw new MailNotSent('ETIMEDOUT', true);
    };
    return {
      tries: () => tries,
      recover: () => {
        answers = true;
      },
      parts: { publicUrl: 'http://localhost:3000', mailer: { isConfigured: true, send } },
    };
  }

  it('a hanging mail server costs one batch and then one message per minute until it answers', async () => {
    const mail = hanging();
    const { server, home } = await serverWith(mail.parts);
    for (let count = 0; count < 100; count += 1) await alert(home, server);
    await server.jobs('outbox');
    expect(mail.tries()).toBe(20);
    server.clock.advance(30_000);
    await server.jobs('outbox');
    expect(mail.tries()).toBe(20);
    server.clock.advance(30_000);
    await server.jobs('outbox');
    expect(mail.tries()).toBe(21);
    mail.recover();
    server.clock.advance(MINUTE_MS);
    await server.jobs('outbox');
    await server.jobs('outbox');
    const sent = (await rows(server)).filter(({ sentAt }) => sentAt !== null).length;
    expect(sent).toBeGreaterThan(150);
    server.clock.advance(30 * MINUTE_MS);
    await server.jobs('outbox');
    expect((await rows(server)).every(({ sentAt }) => sentAt !== null)).toBe(true);
  });

  it('alerts are sent before other messages that have waited longer', async () => {
    const { server, home } = await serverWith(mailbox.parts);
    const { accountId } = home;
    const other = { name: 'x', subject: 'x', brand: 'x', paragraphs: [] };
    const letter = { kind: 'email', recipient: 'x@example.com', content: other } as const;
    await server.database.asSystem((db) =>
      put(
        db,
        { accountId, now: server.clock.now() },
        Array.from({ length: 30 }, () => letter),
      ),
    );
    server.clock.advance(MINUTE_MS);
    await alert(home, server);
    const first = await claimed(server, 'email', 2);
    expect(first.map(({ urgent }) => urgent)).toEqual([true, true]);
  });
});
