import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { invitations } from '#database/schema/access.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { hashOf } from '#features/sessions/server.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { asking, expectStatus } from '#testing/test-server.ts';
import { guest, invitingServer, PASSWORD, tokenOf } from './server/testing.ts';

const { server, household, invite, list, invitedToken, read, accept } = invitingServer();
const INVALID = { error: 'This invitation is invalid or has expired', code: 'invalid-invitation' };
const TAKEN = 'A person with this email already has an account.';

describe('the endpoints for invitations', () => {
  it('an invitation is valid for 7 days and listed until it is used, also when it has expired', async () => {
    const first = guest();
    const answer = expectStatus(await invite(first), 201);
    expect(answer.body).toEqual({
      invitation: {
        ...first,
        id: expect.any(String),
        createdAt: '2026-03-10T14:00:00.000Z',
        expiresAt: '2026-03-17T14:00:00.000Z',
      },
      emailed: false,
      link: expect.stringMatching(/^http:\/\/localhost\/admin-signup\?token=[\w-]{43}$/),
    });
    const used = await invitedToken();
    expectStatus(await accept(used), 201);
    expect((await list()).body).toEqual([answer.body.invitation]);
    expect((await list(await server().household())).body).toEqual([]);
  });

  it('only the hash of the token is stored', async () => {
    const token = await invitedToken();
    const rows = await server().database.asSystem((db) => db.select().from(invitations));
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.map(({ tokenHash }) => tokenHash)).toContain(hashOf(token));
  });

  it('the link reveals only the name and email of the invited person', async () => {
    const form = guest();
    expect(expectStatus(await read(await invitedToken(form)), 200).body).toEqual({
      ...form,
      hasAccount: false,
    });
  });

  it('an invitation for a member of the household is refused', async () => {
    const email = `ADMIN@${household().accountId}.example `;
    expect(expectStatus(await invite(guest({ email })), 409).body).toEqual({
      error: TAKEN,
      code: 'email-taken',
      fields: { email: TAKEN },
    });
  });

  it('a second invitation for an email replaces the first, whose link stops working', async () => {
    const form = guest();
    const first = await invitedToken(form);
    const second = await invitedToken({ ...form, firstName: 'Edie' });
    expect((await list()).body).toMatchObject([{ email: form.email, firstName: 'Edie' }]);
    expect(expectStatus(await read(first), 404).body).toEqual(INVALID);
    expectStatus(await read(second), 200);
  });

  it('a resent invitation has a new link for 7 days, and the old link stops working', async () => {
    const made = await invite();
    server().clock.advance(6 * DAY_MS);
    const ask = household().as('super_admin');
    const path = `/api/admin/invitations/${made.body.invitation.id}/resend`;
    const again = expectStatus(await ask('POST', path), 200);
    const expiresAt = new Date(server().clock.now().getTime() + 7 * DAY_MS).toISOString();
    expect(again.body.invitation).toEqual({ ...made.body.invitation, expiresAt });
    expect(expectStatus(await read(tokenOf(made)), 404).body).toEqual(INVALID);
    expectStatus(await accept(tokenOf(again)), 201);
    expectStatus(await ask('POST', path), 404);
  });

  it('the audit log contains the name, without the email and the link', async () => {
    const form = guest({ firstName: 'Grace' });
    const made = expectStatus(await invite(form), 201);
    expectStatus(await accept(tokenOf(made)), 201);
    const second = await invite();
    const path = `/api/admin/invitations/${second.body.invitation.id}`;
    expectStatus(await household().as('super_admin')('DELETE', path), 204);
    const entries = await server().database.asSystem((db) =>
      db.select().from(auditEntries).where(eq(auditEntries.accountId, household().accountId)),
    );
    expect(entries.map(({ action, personName, subject }) => [action, personName, subject])).toEqual(
      expect.arrayContaining([
        ['invitation-sent', 'Ada super_admin', 'Grace Clarke'],
        ['invitation-accepted', 'Grace Clarke', 'Grace Clarke'],
        ['invitation-deleted', 'Ada super_admin', 'Edith Clarke'],
      ]),
    );
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${form.email}|${tokenOf(made)}`));
  });
});

describe('an invalid invitation link', () => {
  const dead: [string, () => Promise<string>][] = [
    ['unknown', async () => 'x'.repeat(43)],
    ['malformed', async () => '%F0%9F%8C%B7'],
    [
      'used',
      async () => {
        const token = await invitedToken();
        expectStatus(await accept(token), 201);
        return token;
      },
    ],
    [
      'expired',
      async () => {
        const token = await invitedToken();
        server().clock.advance(7 * DAY_MS);
        return token;
      },
    ],
    [
      'deleted',
      async () => {
        const made = await invite();
        const path = `/api/admin/invitations/${made.body.invitation.id}`;
        expectStatus(await household().as('super_admin')('DELETE', path), 204);
        expectStatus(await household().as('super_admin')('DELETE', path), 404);
        return tokenOf(made);
      },
    ],
    ['the hash of a good one', async () => hashOf(await invitedToken())],
  ];

  it.each(dead)(
    'a token that is %s gets an equal refusal for reading and accepting',
    async (_, make) => {
      const token = await make();
      expect(expectStatus(await read(token), 404).body).toEqual(INVALID);
      const answer = expectStatus(await accept(token), 404);
      expect(answer.body).toEqual(INVALID);
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );

  it('wrong links are rate-limited, and a valid link does not count', async () => {
    const token = await invitedToken();
    const guesser = asking(server().app);
    const reader = asking(server().app);
    for (let tries = 0; tries < 20; tries += 1) {
      expectStatus(await guesser('GET', `/api/admin/invitation/${'x'.repeat(43)}`), 404);
      expectStatus(await reader('GET', `/api/admin/invitation/${token}`), 200);
    }
    const body = { token, password: PASSWORD };
    const refused = expectStatus(await guesser('POST', '/api/admin/signup', body), 429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expectStatus(await reader('GET', `/api/admin/invitation/${token}`), 200);
  });
});
