import { sql } from 'drizzle-orm';
import { given } from '#database/prepared.ts';
import { sessions } from '#database/schema/access.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { users } from '#database/schema/households.ts';
import type { Context } from '#kit/server/feature.ts';
import { deviceNameOf } from '#kit/server/http/device-name.ts';
import { writeLetter } from '#kit/server/outbound/letter.ts';
import type { MailParts } from '#kit/server/outbound/mail.ts';
import { fullName } from '#kit/shared/full-name.ts';
import { householdWords, whenMessage } from './household-words.ts';
import type { KnownUser } from './session-rows.ts';

type Person = Pick<
  KnownUser['user'],
  'accountId' | 'firstName' | 'lastName' | 'email' | 'emailProvenAt'
>;

/** Both of a person, among their sessions and in the audit trail, which outlives these. */
const ofSessions = sql`select from ${sessions} where ${sessions.userId} = ${users.id}
  and ${sessions.accountId} = ${users.accountId}`;
const ofTrail = sql`select from ${auditEntries} where ${auditEntries.accountId} = ${users.accountId}
  and ${auditEntries.userId} = ${users.id} and ${auditEntries.action} = 'signed-in'`;

const name = given('deviceName');

/** Whether the person of a row of users has signed in before, but never at a device of this name. */
export const isNewDevice = sql`(exists(${ofSessions}) or exists(${ofTrail}))
  and not exists(${ofSessions} and ${sessions.deviceName} = ${name})
  and not exists(${ofTrail} and ${auditEntries.deviceName} = ${name})`;

/** Tells the person by mail, after the answer; a server without mail tells nobody. */
export function tellOfNewDevice(
  person: Person,
  { mailer, publicUrl }: MailParts,
  { database, now, request, afterwards }: Context,
): void {
  const { email } = person;
  // A letter with the names of a household goes to nobody who has not said that it may.
  if (!mailer.isConfigured || email === null || person.emailProvenAt === null) return;
  afterwards('telling of a new device', async () => {
    const household = await database.asSystem((db) => householdWords(db, person.accountId));
    if (household === undefined) return;
    const { appName, timezone } = household;
    const letter = writeLetter({
      brand: appName,
      heading: 'New sign-in',
      paragraphs: [
        `Hello ${person.firstName},`,
        `somebody signed in to ${appName} with your password on a device that you have not used before.`,
        `Device: ${deviceNameOf(request.userAgent)}`,
        `Time: ${whenMessage(now, timezone)}`,
      ],
      ...(publicUrl !== undefined && {
        action: { label: 'Choose a new password', link: `${publicUrl}/forgot-password` },
      }),
      closing:
        'If this was you, there is nothing to do. If it was not, choose a new password: that signs out every device.',
    });
    const to = { name: fullName(person), address: email };
    await mailer.send({ to, subject: 'New sign-in', ...letter });
  });
}
