import { createTransport } from 'nodemailer';
import type { MailSettings } from '#kit/server/config.ts';
import { oneLine } from './letter.ts';

export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** `<name@host>`: a mail that is sent again under the same one is known to be the same. */
  readonly messageId?: string;
}

export interface Mailer {
  /** False on a server without SMTP: nothing can be sent. */
  readonly isConfigured: boolean;
  /** Resolves when the mail server has taken the mail; rejects with a MailNotSent. */
  send(mail: Mail): Promise<void>;
}

/** What a feature that sends mail with links needs. */
export interface MailParts {
  readonly mailer: Mailer;
  /**
   * The address people use, without a slash at the end; undefined where the operator set none. No email
   * contains a link then: the Host header of a request is what its sender says, so it is no address.
   */
  readonly publicUrl: string | undefined;
}

/** True if emails can contain links, without which some emails are not worth sending. */
export function canMailLinks({ mailer, publicUrl }: MailParts): boolean {
  return mailer.isConfigured && publicUrl !== undefined;
}

/** Says why without a word of the mail or its reader: mail servers quote addresses. */
export class MailNotSent extends Error {
  override name = 'MailNotSent';
  /** The mail server did not answer in time: others would wait as long. */
  readonly isTimeout: boolean;

  constructor(reason: string, isTimeout = false) {
    super(reason);
    this.isTimeout = isTimeout;
  }
}

/** In milliseconds: somebody may be waiting for the answer. */
export const LIMITS = {
  connectionTimeout: 5_000,
  dnsTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 8_000,
  /** Of all together: a mail server may say something now and then and never come to an end. */
  longest: 9_000,
};

/** Sends through the SMTP server of the configuration, or refuses when there is none. */
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
        // Addresses go as objects: a name is never parsed for further addresses.
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

/** Signs in at the mail server without sending anything; rejects with a MailNotSent. */
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

/** Codes alone, such as `EENVELOPE 550`. */
function reasonOf(error: unknown): string {
  // Any error may carry the two codes of nodemailer: they are looked at before they are used.
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const codes = [code, responseCode].filter((part) => /^[\w-]{1,40}$/.test(String(part ?? '')));
  return codes.length === 0 ? 'no reason given' : codes.join(' ');
}
