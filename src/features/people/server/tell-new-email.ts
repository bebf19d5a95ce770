import { householdWords, whenMessage } from '#features/sessions/server.ts';
import type { CallerContext } from '#kit/server/feature.ts';
import { writeLetter } from '#kit/server/outbound/letter.ts';
import type { Mailer } from '#kit/server/outbound/mail.ts';
import { fullName } from '#kit/shared/full-name.ts';

/** Somebody who signed in with another email until now. */
export interface FormerEmail {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Who changed it, by name. */
  readonly changedBy: string;
}

/**
 * Tells the address that a person had until now, after the answer: whoever reads it may be the one
 * who did not want the change. A server without mail tells nobody.
 */
export function tellFormerAddress(
  former: FormerEmail,
  mailer: Mailer,
  { database, account, now, afterwards }: CallerContext,
): void {
  if (!mailer.isConfigured) return;
  afterwards('telling of a changed email', async () => {
    const household = await database.asSystem((db) => householdWords(db, account.id));
    if (household === undefined) return;
    const { appName, timezone } = household;
    const letter = writeLetter({
      brand: appName,
      heading: 'Your email was changed',
      paragraphs: [
        `Hello ${former.firstName},`,
        `this address is no longer the one that you sign in to ${appName} with.`,
        `Changed by: ${former.changedBy}`,
        `Time: ${whenMessage(now, timezone)}`,
      ],
      closing:
        'If this is right, there is nothing to do. If it is not, please speak at once with an administrator of your household.',
    });
    const to = { name: fullName(former), address: former.email };
    await mailer.send({ to, subject: 'Your email was changed', ...letter });
  });
}
