import { householdWords, whenMessage } from '#features/sessions/server.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import { writeLetter } from '#platform/server/outbound/letter.ts';
import type { MailParts } from '#platform/server/outbound/mail.ts';
import { fullName } from '#platform/shared/full-name.ts';

/** A confirmed email that a change replaces, at once or after the confirmation of the new one. */
export interface FormerEmail {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The name of the person who changed the email. */
  readonly changedBy: string;
  /** The token that cancels the change; undefined if the change has already been applied. */
  readonly cancelToken: string | undefined;
}

/**
 * Notifies the former address after the response, because its owner may not have wanted the change.
 * A server without mail sends nothing.
 */
export function notifyFormerAddress(
  former: FormerEmail,
  { mailer, publicUrl }: MailParts,
  { database, account, now, afterwards }: CallerContext,
): void {
  if (!mailer.isConfigured) return;
  const link =
    former.cancelToken === undefined || publicUrl === undefined
      ? undefined
      : `${publicUrl}/cancel-email-change?token=${former.cancelToken}`;
  afterwards('telling of a changed email', async () => {
    const household = await database.asSystem((db) => householdWords(db, account.id));
    if (household === undefined) return;
    const { appName, timezone } = household;
    const { heading, sentence, closing, action } = link ? waiting(appName, link) : made(appName);
    const letter = writeLetter({
      brand: appName,
      heading,
      paragraphs: [
        `Hello ${former.firstName},`,
        sentence,
        `Changed by: ${former.changedBy}`,
        `Time: ${whenMessage(now, timezone)}`,
      ],
      ...action,
      closing,
    });
    const to = { name: fullName(former), address: former.email };
    await mailer.send({ to, subject: heading, ...letter });
  });
}

function waiting(appName: string, link: string) {
  return {
    heading: 'Your email is going to be changed',
    sentence: `somebody entered another email for you in ${appName}. When it is confirmed, it replaces this address. Until then you sign in with this address, and alerts are sent here.`,
    action: { action: { label: 'Cancel the change', link } },
    closing:
      'If this is right, there is nothing to do. If it is not, please cancel the change and then choose a new password. The link works for 7 days.',
  };
}

function made(appName: string) {
  return {
    heading: 'Your email was changed',
    sentence: `this address is no longer the one that you sign in to ${appName} with.`,
    action: {},
    closing:
      'If this is right, there is nothing to do. If it is not, please speak at once with an administrator of your household.',
  };
}
