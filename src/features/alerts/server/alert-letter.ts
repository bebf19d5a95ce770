import { writeLetter } from '#kit/server/outbound/letter.ts';
import type { Mail } from '#kit/server/outbound/mail.ts';
import type { MailContent } from './outbox.ts';

/** The mail of an alert; sent again it has the same Message-ID, so that readers see one. */
export function alertLetter(
  letter: { id: string; recipient: string; content: MailContent },
  publicUrl: string,
): Mail {
  const { name, subject, brand, paragraphs, takeOver } = letter.content;
  const { label, path } = letter.content.action ?? {
    label: 'See the medications',
    path: '/medications',
  };
  return {
    to: { name, address: letter.recipient },
    subject,
    messageId: `<${letter.id}@${new URL(publicUrl).hostname}>`,
    ...writeLetter({
      brand,
      heading: subject,
      paragraphs,
      ...(takeOver !== undefined && {
        first: { label: 'I’ve got it', link: `${publicUrl}/alert?token=${takeOver}` },
      }),
      action: { label, link: `${publicUrl}${path}` },
      closing:
        letter.content.closing ??
        `${brand} is not a medical device. If you are worried, please call or look in.`,
    }),
  };
}
