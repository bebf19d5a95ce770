import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outbox } from '#database/schema/alerts.ts';
import { jobs } from '#database/schema/jobs.ts';
import type { MailParts } from '#platform/server/outbound/mail.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { deadMailUrl, type Mailbox, mailTo, openMailbox } from '#testing/smtp.ts';
import { type TestHousehold, type TestServer, testServer } from '#testing/test-server.ts';
import { alertsFeature } from '../server.ts';

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

const rows = (on: TestServer) => on.database.asSystem((db) => db.select().from(outbox));
const waitingFor = (on: TestServer) => on.database.asSystem((db) => db.select().from(jobs));

describe('outbox messages of the previous server version', () => {
  const put = async (on: TestServer, { accountId }: TestHousehold, changed = {}) => {
    const id = randomUUID();
    const content = { name: 'x', subject: 'x', brand: 'x', paragraphs: [] };
    const recipient = `admin@${accountId}.example`;
    const at = on.clock.now();
    const row = { id, accountId, kind: 'email', recipient, content, createdAt: at, tryAt: at };
    await on.database.asSystem((db) => db.insert(outbox).values({ ...row, ...changed }));
    return id;
  };

  it('pending messages are sent once, alerts first, and their attempts are kept', async () => {
    const { server, home } = await serverWith(mailTo(await deadMailUrl()));
    const [word, alerting] = [
      await put(server, home),
      await put(server, home, { purpose: 'alert', attempts: 3, failure: 'ETIMEDOUT' }),
    ];
    await server.jobs('outbox');
    const waiting = new Map((await waitingFor(server)).map((job) => [job.key, job]));
    expect(waiting.get(word)).toMatchObject({ attempts: 1, urgent: false });
    expect(waiting.get(alerting)).toMatchObject({ attempts: 4, urgent: true });
    expect((await rows(server)).map(({ tryAt }) => tryAt)).toEqual([null, null]);
  });

  it('a message that the previous version is sending is not sent again', async () => {
    const { server, home } = await serverWith(mailbox.parts);
    const lease = new Date(server.clock.now().getTime() + 2 * MINUTE_MS);
    const id = await put(server, home, { tryAt: lease, attempts: 1 });
    await server.jobs('outbox');
    await server.database.asSystem((db) =>
      db.update(outbox).set({ sentAt: server.clock.now(), tryAt: null }).where(eq(outbox.id, id)),
    );
    server.clock.advance(2 * MINUTE_MS);
    await server.jobs('outbox');
    expect([mailbox.mails, await waitingFor(server)]).toEqual([[], []]);
  });

  it('a message that the previous version sent stays unchanged', async () => {
    const { server, home } = await serverWith(mailbox.parts);
    await put(server, home, { tryAt: null, sentAt: server.clock.now() });
    await server.jobs('outbox');
    expect(mailbox.mails).toEqual([]);
  });
});
