import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { LIMITS, type MailParts, mailerFor } from '#platform/server/outbound/mail.ts';

export interface ReceivedMail {
  /** Recipients of the SMTP envelope. */
  readonly recipients: readonly string[];
  /** Decoded headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailbox {
  readonly url: string;
  /** All received mails, oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** Returns the next mail that was not returned yet; waits for it if necessary. */
  next(): Promise<ReceivedMail>;
  /** Mail settings for a feature that sends to this server. */
  readonly parts: MailParts;
  close(): Promise<void>;
}

export const PUBLIC_URL = 'http://localhost:3000';

/** Mail settings of a server without SMTP, which cannot send mails. */
export const NO_MAIL: MailParts = { mailer: mailerFor(undefined), publicUrl: PUBLIC_URL };

/** Mail settings that accept every mail and discard it. */
export const UNREAD_MAIL: MailParts = {
  mailer: { isConfigured: true, send: async () => undefined },
  publicUrl: PUBLIC_URL,
};

/** Starts a local SMTP server that stores every mail. */
export async function openMailbox(
  /** Delays the answer by which the mail server accepts a received mail. */
  hold: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  let taken = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      void rawOf(stream).then(
        (raw) => {
          const mail = received(raw, recipientsOf(session.envelope.rcptTo));
          mails.push(mail);
          const taker = waiting.shift();
          if (taker !== undefined) {
            taken += 1;
            taker(mail);
          }
          void hold().then(() => done());
        },
        // The connection ended before the mail was complete, so the mail is refused.
        () => done(new Error('the connection ended')),
      );
    },
  });
  // Errors are ignored, because a test may kill the sender during the transfer.
  server.on('error', () => undefined);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = urlOf(server.server.address());
  return {
    url,
    mails,
    next() {
      const mail = mails[taken];
      if (mail === undefined) return new Promise((take) => waiting.push(take));
      taken += 1;
      return Promise.resolve(mail);
    },
    parts: mailTo(url),
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

/** Returns mail settings for a feature that sends to the SMTP server at `smtpUrl`. */
export function mailTo(smtpUrl: string, limits = LIMITS): MailParts {
  const from = { name: 'Grand App', address: 'grand@example.org' };
  return { mailer: mailerFor({ smtpUrl, from }, limits), publicUrl: PUBLIC_URL };
}

/** Starts a mail server that accepts every connection and calls `say`, but sends no answer. */
export async function openMuteServer(say: (socket: Socket) => void = () => undefined) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    say(socket);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: urlOf(server.address()),
    close: () =>
      new Promise<void>((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      }),
  };
}

export async function deadMailUrl(): Promise<string> {
  const server = await openMuteServer();
  await server.close();
  return server.url;
}

function urlOf(address: AddressInfo | string | null): string {
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return `smtp://127.0.0.1:${address.port}`;
}

function recipientsOf(envelope: readonly { address: string }[]): string[] {
  return envelope.map(({ address }) => address);
}

async function rawOf(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('latin1');
}

function received(raw: string, recipients: string[]): ReceivedMail {
  const { headers, parts } = read(raw);
  return {
    recipients,
    headers,
    subject: headers.subject ?? '',
    text: parts['text/plain'] ?? '',
    html: parts['text/html'] ?? '',
  };
}

interface Read {
  readonly headers: Record<string, string>;
  /** Decoded text by content type. */
  readonly parts: Record<string, string>;
}

/** Parses a mail of nodemailer: one body, or several with one boundary. */
function read(raw: string): Read {
  const end = raw.indexOf('\r\n\r\n');
  const headers = headersOf(raw.slice(0, end));
  const body = raw.slice(end + 4);
  const type = headers['content-type'] ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary === undefined) {
    const words = decoded(body, headers['content-transfer-encoding']);
    return { headers, parts: { [type.split(';')[0] ?? '']: words } };
  }
  const inner = body.split(`--${boundary}`).slice(1, -1);
  const parts = inner.map((part) => read(part.replace(/^\r\n|\r\n$/g, '')).parts);
  return { headers, parts: Object.assign({}, ...parts) };
}

function headersOf(head: string): Record<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodedMessage(line.slice(colon + 1).trim())];
    }),
  );
}

/** Decodes `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`; whitespace between two encoded words is ignored. */
function decodedMessage(value: string): string {
  return value
    .replace(/\?= +=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, words: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(words, 'base64').toString()
        : fromQuoted(words.replaceAll('_', ' ')),
    );
}

function decoded(body: string, encoding = '7bit'): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString();
  if (/quoted/i.test(encoding)) return fromQuoted(body.replace(/=\r\n/g, ''));
  return Buffer.from(body, 'latin1').toString();
}

function fromQuoted(words: string): string {
  const bytes = words.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
