import { sql } from 'drizzle-orm';
import { parameter } from '#database/prepared.ts';
import { sessions } from '#database/schema/access.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { users } from '#database/schema/households.ts';
import type { Context } from '#platform/server/feature.ts';
import { deviceNameOf } from '#platform/server/http/device-name.ts';
import { writeLetter } from '#platform/server/outbound/letter.ts';
import type { MailParts } from '#platform/server/outbound/mail.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { householdWords, whenMessage } from './household-texts.ts';
import type { KnownUser } from './session-rows.ts';

type Person = Pick<
  KnownUser['user'],
  'accountId' | 'firstName' | 'lastName' | 'email' | 'emailProvenAt'
>;

/** A person's entries in the sessions and in the audit log, which keeps entries longer. */
const ofSessions = sql`select from ${sessions} where ${sessions.userId} = ${users.id}
  and ${sessions.accountId} = ${users.accountId}`;
const ofTrail = sql`select from ${auditEntries} where ${auditEntries.accountId} = ${users.accountId}
  and ${auditEntries.userId} = ${users.id} and ${auditEntries.action} = 'signed-in'`;

const name = parameter('deviceName');

/** True if the person has signed in before, but never on a device with this name. */
export const isNewDevice = sql`(exists(${ofSessions}) or exists(${ofTrail}))
  and not exists(${ofSessions} and ${sessions.deviceName} = ${name})
  and not exists(${ofTrail} and ${auditEntries.deviceName} = ${name})`;

/** Notifies the person by email after the response; does nothing without a mail server. */
export function notifyNewDevice(
  person: Person,
  { mailer, publicUrl }: MailParts,
  { database, now, request, afterwards }: Context,
): void {
  const { email } = person;
  // An email that contains names of a household must not be sent to an unconfirmed address.
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
