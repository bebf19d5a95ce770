import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '#database/schema/home.ts';
import { users } from '#database/schema/households.ts';
import { LIMITS, type MailParts } from '#platform/server/outbound/mail.ts';
import { deadMailUrl, type Mailbox, mailTo, openMailbox, openMuteServer } from '#testing/smtp.ts';
import {
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { invitationsFeature } from '../server.ts';

let mailbox: Mailbox;
let server: TestServer | undefined;
beforeAll(async () => {
  mailbox = await openMailbox();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});
afterAll(() => mailbox.close());

const EDITH = { email: 'edith@example.com', firstName: 'Edith', lastName: 'Clarke' };

async function serverWith(parts: MailParts) {
  server = await testServer([invitationsFeature(parts)]);
  const household = await server.household();
  const invite = (form: object = EDITH) =>
    household.as('super_admin')('POST', '/api/admin/invitations', {
      password: TEST_PASSWORD,
      ...form,
    });
  return { server, household, invite };
}

describe('the email of an invitation', () => {
  it('the email arrives as text and HTML, from the household, with a working link', async () => {
    const { server, household, invite } = await serverWith(mailbox.parts);
    const named = { appName: "Oma's tablet", timezone: 'America/Los_Angeles' };
    await server.database.asSystem((db) =>
      db.update(settings).set(named).where(eq(settings.accountId, household.accountId)),
    );
    const answer = expectStatus(await invite(), 201);
    expect(answer.body).toEqual({ invitation: expect.objectContaining(EDITH), emailed: true });
    const mail = await mailbox.next();
    expect(mail.recipients).toEqual([EDITH.email]);
    expect(mail.headers.to).toBe('Edith Clarke <edith@example.com>');
    expect(mail.subject).toBe("Ada super_admin invites you to Oma's tablet");
    expect(mail.text).toContain('Hello Edith,');
    expect(mail.text).toContain("Ada super_admin invites you to help with Oma's tablet");
    expect(mail.text).toContain('once, until Tuesday, March 17.');
    const link = /http:\/\/localhost:3000\/admin-signup\?token=([\w-]{43})/;
    const token = link.exec(mail.text)?.[1];
    expect(link.exec(mail.html)?.[1]).toBe(token);
    const body = { token, password: 'the new garden gate' };
    expectStatus(await asking(server.app)('POST', '/api/admin/signup', body), 201);
  });

  it('a resent invitation has a new link', async () => {
    const { household, invite } = await serverWith(mailbox.parts);
    const made = expectStatus(await invite(), 201);
    const path = `/api/admin/invitations/${made.body.invitation.id}/resend`;
    const again = expectStatus(await household.as('super_admin')('POST', path), 200);
    expect(again.body.emailed).toBe(true);
    const [first, second] = [await mailbox.next(), await mailbox.next()];
    expect(first.text).not.toBe(second.text);
  });

  it('a recipient gets at most five emails from all households, including resent ones', async () => {
    const { server, household, invite } = await serverWith(mailbox.parts);
    const form = { ...EDITH, email: 'often@example.com', password: TEST_PASSWORD };
    const other = await server.household();
    const made = expectStatus(await invite(form), 201);
    const path = `/api/admin/invitations/${made.body.invitation.id}/resend`;
    const again = () => household.as('super_admin')('POST', path);
    const byOther = () => other.as('super_admin')('POST', '/api/admin/invitations', form);
    for (const send of [again, byOther, again, byOther]) {
      expect((await send()).body.emailed).toBe(true);
    }
    for (const send of [again, byOther, () => invite(form)]) {
      expect(expectStatus(await send(), 429).body.code).toBe('too-many-attempts');
    }
    expectStatus(
      await invite({ email: 'another@example.com', firstName: 'A', lastName: 'B' }),
      201,
    );
    for (let at = 0; at < 5; at += 1) {
      expect((await mailbox.next()).recipients).toEqual([form.email]);
    }
    expect((await mailbox.next()).recipients).toEqual(['another@example.com']);
  });

  it('names with HTML and line breaks are escaped in the email', async () => {
    const { server, household, invite } = await serverWith(mailbox.parts);
    const evil = `<b>"Bo\r\nBcc: thief@example.net`;
    await server.database.asSystem(async (db) => {
      await db.update(settings).set({ appName: evil });
      await db
        .update(users)
        .set({ firstName: evil })
        .where(eq(users.accountId, household.accountId));
    });
    expectStatus(await invite({ ...EDITH, firstName: evil, lastName: `'><script>` }), 201);
    const mail = await mailbox.next();
    expect(mail.recipients).toEqual([EDITH.email]);
    expect(mail.headers).not.toHaveProperty('bcc');
    expect(mail.headers.to).toMatch(/<edith@example\.com>$/);
    // Text that a mail program would turn into a link to another site is removed.
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain('thief');
    expect(mail.subject).toContain('<b>"Bo Bcc:');
    expect(mail.html).not.toMatch(/<b>|<script>/);
    expect(mail.html).toContain('&#60;b&#62;&#34;Bo Bcc:');
  });
});

describe('an invitation without PUBLIC_URL', () => {
  it('no email is sent, and the link has the origin of the request', async () => {
    const before = mailbox.mails.length;
    const { invite, household } = await serverWith({ ...mailbox.parts, publicUrl: undefined });
    const { body } = expectStatus(await invite(), 201);
    expect(body).toMatchObject({
      emailed: false,
      link: expect.stringMatching(/^http:\/\/localhost\/admin-signup\?token=/),
    });
    const path = `/api/admin/invitations/${body.invitation.id}/resend`;
    const again = expectStatus(await household.as('super_admin')('POST', path), 200);
    expect(again.body.emailed).toBe(false);
    expect(mailbox.mails).toHaveLength(before);
  });
});

describe('a forged Host header', () => {
  it('a forged Host header does not appear in an email', async () => {
    const { server, household } = await serverWith(mailbox.parts);
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/api/admin/invitations',
      headers: { host: 'evil.example', cookie: household.cookieOf('super_admin') },
      payload: { ...EDITH, password: TEST_PASSWORD },
    });
    expect(statusCode).toBe(201);
    const { text, html } = await mailbox.next();
    for (const part of [text, html]) {
      expect(part).toContain('http://localhost:3000/admin-signup?token=');
      expect(part).not.toContain('evil');
    }
  });
});

describe('an invitation without a working mail server', () => {
  it('the invitation is created and the administrator gets the link', async () => {
    const { server, household, invite } = await serverWith(mailTo(await deadMailUrl()));
    const answer = expectStatus(await invite(), 201);
    expect(answer.body).toMatchObject({ emailed: false, link: expect.any(String) });
    const token = new URL(answer.body.link).searchParams.get('token');
    expectStatus(await asking(server.app)('GET', `/api/admin/invitation/${token}`), 200);
    const listed = await household.as('super_admin')('GET', '/api/admin/invitations');
    expect(listed.body).toEqual([answer.body.invitation]);
  });

  it('a mail server that does not answer blocks neither the invitation nor other requests', async () => {
    const mute = await openMuteServer();
    const { household, invite } = await serverWith(mailTo(mute.url, { ...LIMITS, longest: 300 }));
    const invited = invite();
    const ask = household.as('super_admin');
    expectStatus(await ask('GET', '/api/admin/invitations'), 200);
    expect(expectStatus(await invited, 201).body.emailed).toBe(false);
    await mute.close();
  });
});
