import { writeLetter } from '#platform/server/outbound/letter.ts';
import type { Mail } from '#platform/server/outbound/mail.ts';
import type { MailContent } from './outbox.ts';

/**
 * Builds the email of an alert. A retry has the same Message-ID, so that mail programs show it
 * once. Without a public address it has no links: the alert is sent all the same.
 */
export function alertLetter(
  letter: { id: string; recipient: string; content: MailContent },
  publicUrl: string | undefined,
): Mail {
  const { name, subject, brand, paragraphs, takeOver } = letter.content;
  const { label, path } = letter.content.action ?? {
    label: 'See the medications',
    path: '/medications',
  };
  return {
    to: { name, address: letter.recipient },
    subject,
    messageId: `<${letter.id}@${publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname}>`,
    ...writeLetter({
      brand,
      heading: subject,
      paragraphs,
      ...(publicUrl !== undefined && {
        ...(takeOver !== undefined && {
          first: { label: 'I’ve got it', link: `${publicUrl}/alert?token=${takeOver}` },
        }),
        action: { label, link: `${publicUrl}${path}` },
      }),
      closing:
        letter.content.closing ??
        `${brand} is not a medical device. If you are worried, please call or look in.`,
    }),
  };
}
