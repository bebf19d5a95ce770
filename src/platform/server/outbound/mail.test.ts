import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deadMailUrl, type Mailbox, mailTo, openMailbox, openMuteServer } from '#testing/smtp.ts';
import { writeLetter } from './letter.ts';
import { LIMITS, type Mail, mailerFor } from './mail.ts';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
});
afterAll(() => mailbox.close());

const LETTER = {
  brand: 'Grand App',
  heading: 'A letter',
  paragraphs: ['Hello Rose,', 'the garden gate is open.'],
  action: { label: 'Go there', link: 'http://localhost:3000/there?token=a&b=c' },
  closing: 'There is nothing to do.',
};

function mailOf(changed: Partial<Mail> = {}): Mail {
  const to = { name: 'Rose Carter', address: 'rose@example.com' };
  return { to, subject: 'A letter', ...writeLetter(LETTER), ...changed };
}

describe('sending an email', () => {
  it('an email arrives with its sender, a text part and an HTML part', async () => {
    await mailbox.parts.mailer.send(mailOf());
    const mail = await mailbox.next();
    expect(mail).toMatchObject({ recipients: ['rose@example.com'], subject: 'A letter' });
    expect(mail.headers).toMatchObject({
      from: 'Grand App <grand@example.org>',
      to: 'Rose Carter <rose@example.com>',
      'auto-submitted': 'auto-generated',
    });
    expect(mail.text).toContain(`Go there:\r\n${LETTER.action.link}`);
    expect(mail.html).toContain('href="http://localhost:3000/there?token=a&#38;b=c"');
    for (const part of [mail.text, mail.html]) {
      for (const words of [LETTER.brand, LETTER.heading, ...LETTER.paragraphs, LETTER.closing]) {
        expect(part).toContain(words);
      }
    }
  });

  it.each([
    ['CRLF line breaks', 'Rose\r\nBcc: thief@example.net', 'Rose Bcc: thief@example.net'],
    ['a bare line feed', 'Rose\nX-Evil: 1', 'Rose X-Evil: 1'],
    ['a bare carriage return', 'Rose\rX-Evil: 1', 'Rose X-Evil: 1'],
    ['Unicode line separators', 'Rose\u2028\u0085X-Evil: 1', 'Rose X-Evil: 1'],
    ['quotes and a comma', '"Rose", <thief@example.net>', '"Rose", <thief@example.net>'],
    ['an email address', 'thief@example.net', 'thief@example.net'],
    ['letters of several scripts', 'Zoë 王 Кузнецова', 'Zoë 王 Кузнецова'],
    ['a text direction override', 'Rose\u202emoc.live', 'Rose moc.live'],
  ])('a name that holds %s adds no recipient and no header', async (_, name, shown) => {
    const to = { name, address: 'rose@example.com' };
    const letter = writeLetter({ ...LETTER, paragraphs: [`Hello ${name},`] });
    await mailbox.parts.mailer.send({ to, subject: `For ${name}`, ...letter });
    const mail = await mailbox.next();
    expect(mail.recipients).toEqual(['rose@example.com']);
    expect(mail.subject).toBe(`For ${shown}`);
    expect(Object.keys(mail.headers)).not.toContain('bcc');
    expect(Object.keys(mail.headers)).not.toContain('x-evil');
    expect(mail.headers.to).toMatch(/<rose@example\.com>$/);
    expect(mail.text).toContain(`Hello ${shown},`);
  });

  it('markup in a name is shown as text', async () => {
    const name = `<b>Rose</b><img src=x onerror="alert('1')">`;
    const letter = writeLetter({ ...LETTER, brand: name, heading: name, paragraphs: [name] });
    expect(letter.html).not.toMatch(/<b>|<img|onerror="/);
    expect(letter.text).toContain(name);
  });
});

/** Timeouts of a tenth of a second instead of ten seconds. */
const SHORT = {
  connectionTimeout: 100,
  dnsTimeout: 100,
  greetingTimeout: 100,
  socketTimeout: 100,
  longest: 150,
};

describe('mailer and mail server', () => {
  it('sending without a configured mail server rejects', async () => {
    const mailer = mailerFor(undefined);
    expect(mailer.isConfigured).toBe(false);
    await expect(mailer.send(mailOf())).rejects.toThrow('no mail server');
  });

  it('all timeouts are at most ten seconds', () => {
    expect(Math.max(...Object.values(LIMITS))).toBeLessThanOrEqual(10_000);
  });

  it('an unreachable server is reported without the content of the email', async () => {
    const { mailer } = mailTo(await deadMailUrl());
    await expect(mailer.send(mailOf())).rejects.toThrow(/^(ESOCKET|ECONNECTION)$/);
  });

  it('a server that sends no greeting times out', async () => {
    const mute = await openMuteServer();
    const { mailer } = mailTo(mute.url, SHORT);
    await expect(mailer.send(mailOf())).rejects.toThrow('ETIMEDOUT');
    await mute.close();
  });

  it('a server that never ends its greeting times out', async () => {
    const timers: NodeJS.Timeout[] = [];
    const slow = await openMuteServer((socket) => {
      timers.push(setInterval(() => socket.write('220-still here\r\n'), 20));
    });
    const limits = { ...LIMITS, longest: SHORT.longest };
    await expect(mailTo(slow.url, limits).mailer.send(mailOf())).rejects.toThrow('EABORT');
    for (const timer of timers) clearInterval(timer);
    await slow.close();
  });

  it('a refused recipient is reported by its codes only', async () => {
    const refusing = await openMuteServer((socket) => {
      socket.write('220 here\r\n');
      socket.on('data', (line) => {
        const isReader = line.toString().startsWith('RCPT');
        socket.write(isReader ? '550 no rose@example.com here\r\n' : '250 yes\r\n');
      });
    });
    const sent = mailTo(refusing.url, SHORT).mailer.send(mailOf());
    await expect(sent).rejects.toThrow(/^EENVELOPE 550$/);
    await refusing.close();
  });
});
