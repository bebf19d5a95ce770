import { createTransport } from 'nodemailer';
import type { MailSettings } from '#platform/server/config.ts';
import { oneLine } from './letter.ts';

export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /**
   * Message id, `<name@host>`. If an email is sent again with the same id, mail programs recognize
   * the duplicate.
   */
  readonly messageId?: string;
}

export interface Mailer {
  /** False on a server without SMTP, which cannot send emails. */
  readonly isConfigured: boolean;
  /** Resolves when the mail server has accepted the email; rejects with a MailNotSent. */
  send(mail: Mail): Promise<void>;
}

export interface MailParts {
  readonly mailer: Mailer;
  /**
   * The public address without a trailing slash; undefined if the operator has set none. Emails
   * then contain no links: a link made from the Host header would be under the control of the
   * client that sent the request.
   */
  readonly publicUrl: string | undefined;
}

/** True if emails can contain links, without which some emails are not worth sending. */
export function canMailLinks({ mailer, publicUrl }: MailParts): boolean {
  return mailer.isConfigured && publicUrl !== undefined;
}

/**
 * Thrown if an email was not sent. The message contains neither the email nor its recipient,
 * although mail servers quote addresses.
 */
export class MailNotSent extends Error {
  override name = 'MailNotSent';
  /**
   * True if the mail server did not answer in time. The caller then stops, because other emails
   * would time out as well.
   */
  readonly isTimeout: boolean;

  constructor(reason: string, isTimeout = false) {
    super(reason);
    this.isTimeout = isTimeout;
  }
}

/** Timeouts in milliseconds; short because a user may be waiting. */
export const LIMITS = {
  connectionTimeout: 5_000,
  dnsTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 8_000,
  /**
   * Time limit for the whole delivery. The other timeouts never pass if a server keeps sending
   * data.
   */
  longest: 9_000,
};

/** Sends through the configured SMTP server; without one every email is rejected. */
export function mailerFor(settings: MailSettings | undefined, limits = LIMITS): Mailer {
  if (settings === undefined) {
    return { isConfigured: false, send: () => Promise.reject(new MailNotSent('no mail server')) };
  }
  const { from } = settings;
  const { longest } = limits;
  const transport = transportFor(settings, limits);
  return {
    isConfigured: true,
    async send({ to, subject, text, html, messageId }) {
      const signal = AbortSignal.timeout(longest);
      const sent = transport.sendMail({
        signal,
        from,
        // Addresses are passed as objects, so that a name is never parsed for further addresses.
        to: { name: oneLine(to.name), address: oneLine(to.address) },
        subject: oneLine(subject),
        text,
        html,
        ...(messageId === undefined ? {} : { messageId }),
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      await sent.catch((error: unknown) => {
        const reason = reasonOf(error);
        throw new MailNotSent(reason, signal.aborted || /^ETIMEDOUT\b/.test(reason));
      });
    },
  };
}

/** Signs in to the mail server without sending an email; rejects with a MailNotSent. */
export async function checkMail(settings: MailSettings, limits = LIMITS): Promise<void> {
  const transport = transportFor(settings, limits);
  try {
    await transport.verify();
  } catch (error) {
    throw new MailNotSent(reasonOf(error));
  } finally {
    transport.close();
  }
}

function transportFor({ smtpUrl }: MailSettings, limits: typeof LIMITS) {
  const { longest: _, ...timeouts } = limits;
  return createTransport({
    url: smtpUrl,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Returns only codes, such as `EENVELOPE 550`. */
function reasonOf(error: unknown): string {
  // An error of nodemailer may have these two fields. Their values are not trusted and therefore
  // validated.
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const codes = [code, responseCode].filter((part) => /^[\w-]{1,40}$/.test(String(part ?? '')));
  return codes.length === 0 ? 'no reason given' : codes.join(' ');
}
