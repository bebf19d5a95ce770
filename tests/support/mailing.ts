import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { invitations } from '#database/schema/access.ts';
import { calendarFeeds } from '#database/schema/calendar.ts';
import { users } from '#database/schema/households.ts';
import { addPerson } from '#features/accounts/server.ts';
import { findUser } from '#features/sessions/server.ts';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import { registrationForm } from '#testing/registration.ts';
import { openMailbox, PUBLIC_URL } from '#testing/smtp.ts';
import {
  type Answer,
  asking,
  expectStatus,
  type TestHousehold,
  testServer,
} from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';

/**
 * Text that an attacker enters as a name. It must not appear in any email to an unconfirmed
 * address.
 */
export const BAIT = 'Call +1 900 555 0100 or open www.evil.example';

export const newEmail = () => `${randomUUID()}@example.com`;

export type MailingServer = Awaited<ReturnType<typeof openMailingServer>>;

/** Opens the whole product with a mail server whose messages can be read. */
export async function openMailingServer() {
  const mailbox = await openMailbox();
  const dataDir = await mkdtemp(join(tmpdir(), 'grand-mailing-'));
  const environment = { DATA_DIR: dataDir, PUBLIC_URL };
  const { mailer } = mailbox.parts;
  const features = featuresFor(readConfig(environment), { mailer, outside: NOBODY_OUTSIDE });
  const server = await testServer(features, environment);
  const letters = (email: string) =>
    mailbox.mails.filter(({ recipients }) => recipients.includes(email));
  const register = async (email: string, changed: Record<string, unknown> = {}) => {
    const answer = await server.ask('POST', '/api/auth/register', registrationForm(email, changed));
    await server.settled();
    return answer;
  };
  return {
    server,
    mailbox,
    letters,
    /** Returns the token of the last link that was mailed to this address. */
    tokenFor: (email: string) =>
      /token=([\w-]+)/.exec(letters(email).at(-1)?.text ?? '')?.[1] ?? '',
    register,
    /** Registers a household as the form does. */
    async registered(email = newEmail(), changed: Record<string, unknown> = {}) {
      const answer = expectStatus(await register(email, changed), 201);
      const ask = asking(server.app, cookieOf(answer));
      return { email, id: String(answer.body.user.id), ask };
    },
    confirm: (token: string) => server.ask('POST', '/api/auth/confirm-email', { token }),
    async rowOf(id: string) {
      return server.database.asSystem(async (db) => {
        const [member] = await db.select().from(users).where(eq(users.id, id));
        return member && (await findUser(db, member))?.user;
      });
    },
    /** Adds a person in the state after an import: with an email and without a password. */
    async broughtIn(email: string, { accountId }: Pick<TestHousehold, 'accountId'>) {
      const id = randomUUID();
      const name = { firstName: BAIT, lastName: 'Stranger' };
      const since = { createdAt: server.clock.now() };
      const row = { id, accountId, email, ...name, ...since, role: 'admin' } as const;
      await server.database.asSystem((db) => addPerson(db, row));
      return id;
    },
    /** Demotes an administrator directly in the database, because the API has no such call. */
    demoted: (id: string) =>
      server.database.asSystem((db) =>
        db.update(users).set({ role: 'user' }).where(eq(users.id, id)),
      ),
    /** Makes an invitation look as if the mail server had refused it. */
    passedOnByHand: (id: string) =>
      server.database.asSystem((db) =>
        db.update(invitations).set({ mailedAt: null }).where(eq(invitations.id, id)),
      ),
    makerForgotten: (accountId: string) =>
      server.database.asSystem((db) =>
        db
          .update(calendarFeeds)
          .set({ madeBy: null })
          .where(eq(calendarFeeds.accountId, accountId)),
      ),
    async close() {
      await server.close();
      await mailbox.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

function cookieOf({ headers }: Answer): string {
  return /=([^;]+);/.exec(String(headers['set-cookie']))?.[1] ?? '';
}
