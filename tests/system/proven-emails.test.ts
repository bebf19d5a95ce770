import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emailConfirmations } from '#database/schema/access.ts';
import { outbox } from '#database/schema/alerts.ts';
import { logins, users } from '#database/schema/households.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { EXAMPLE_PASSWORD } from '#testing/registration.ts';
import { expectStatus, TEST_PASSWORD, type TestHousehold } from '#testing/test-server.ts';
import { packed, unpacked } from '../support/household.ts';
import { BAIT, type MailingServer, newEmail, openMailingServer } from '../support/mailing.ts';
import { signedIn } from '../support/several-households.ts';

let at: MailingServer;
let home: TestHousehold;
beforeAll(async () => {
  at = await openMailingServer();
});
afterAll(() => at.close());
beforeEach(async () => {
  home = await at.server.household();
});

type Ask = ReturnType<TestHousehold['as']>;

async function channelsOf(ask: Ask) {
  return expectStatus(await ask('GET', '/api/alerts/channels'), 200).body;
}

/** Creates an overdue dose and sends all resulting messages. */
async function overdueDose(): Promise<void> {
  at.server.clock.set(new Date(at.server.clock.now().getTime() + DAY_MS).toISOString());
  const startDate = at.server.clock.now().toISOString().slice(0, 10);
  const wall = at.server.clock.now().toISOString().slice(11, 16);
  expectStatus(await home.as('admin')('PATCH', '/api/settings', { timezone: 'UTC' }), 200);
  const body = { name: BAIT, frequency: 'daily', times: [wall], startDate };
  expectStatus(await home.as('admin')('POST', '/api/medications', body), 201);
  at.server.clock.advance(61 * MINUTE_MS);
  await at.server.jobs('care');
  await at.server.jobs('outbox');
}

describe('confirmation after a registration', () => {
  it('the email has a fixed text and a link that confirms the address once', async () => {
    const { email, id, ask } = await at.registered(newEmail(), { firstName: BAIT });
    const [letter, ...more] = at.letters(email);
    expect(more).toEqual([]);
    expect(letter?.subject).toBe('Please confirm your email');
    const everything = `${letter?.subject} ${letter?.text} ${letter?.html} ${letter?.headers.to}`;
    expect(everything).not.toMatch(/evil|1 900|Carter/);
    expect(everything).toMatch(/If you know nothing of this, there is nothing to do/);
    const person = { userId: id, email: 'not confirmed' };
    expect(await channelsOf(ask)).toMatchObject({ people: [person], reachesSomebody: false });

    const token = at.tokenFor(email);
    expect(token).toHaveLength(43);
    expectStatus(await at.confirm(token), 200);
    expect(await channelsOf(ask)).toMatchObject({
      people: [{ userId: id, email: 'not known' }],
      reachesSomebody: true,
    });
    expectStatus(await at.confirm(token), 404);
  });

  it('a new link can be requested a few times, and replaces the one before', async () => {
    const { email, id, ask } = await at.registered();
    const first = at.tokenFor(email);
    const again = () => ask('POST', `/api/users/${id}/confirmation`);
    expect(expectStatus(await again(), 200).body).toEqual({ emailed: true });
    expectStatus(await at.confirm(first), 404);
    for (let asked = 2; asked < 5; asked += 1) expectStatus(await again(), 200);
    expectStatus(await again(), 429);
    expectStatus(await at.confirm(at.tokenFor(email)), 200);
  });

  it('the link expires after seven days, and then a new email is offered', async () => {
    const { email, id, ask } = await at.registered();
    const state = async () => (await channelsOf(ask)).people[0].email;
    expect(await state()).toBe('not confirmed');
    at.server.clock.advance(7 * DAY_MS);
    expectStatus(await at.confirm(at.tokenFor(email)), 404);
    const again = await signedIn(at.server, email, EXAMPLE_PASSWORD);
    const stateNow = async () => (await channelsOf(again.ask)).people[0].email;
    expect(await stateNow()).toBe('not asked');
    expectStatus(await again.ask('POST', `/api/users/${id}/confirmation`), 200);
    expect(await stateNow()).toBe('not confirmed');
  });

  it('an email that no mail server accepted is not reported as sent', async () => {
    const { email, id, ask } = await at.registered();
    await at.server.database.asSystem((db) =>
      db
        .update(emailConfirmations)
        .set({ mailedAt: null })
        .where(eq(emailConfirmations.email, email)),
    );
    expect((await channelsOf(ask)).people[0].email).toBe('not asked');
    expectStatus(await ask('POST', `/api/users/${id}/confirmation`), 200);
    expect((await channelsOf(ask)).people[0].email).toBe('not confirmed');
  });
});

describe('confirmation after an email change', () => {
  it('the new email is unconfirmed, and the old link does not confirm it', async () => {
    const { email, id, ask } = await at.registered();
    const old = at.tokenFor(email);
    const other = newEmail();
    const wanted = { email: other, currentPassword: EXAMPLE_PASSWORD };
    const changed = expectStatus(await ask('PUT', `/api/users/${id}`, wanted), 200);
    expect(changed.body).toMatchObject({ email: other, awaitsConfirmation: true });
    await at.server.settled();
    expectStatus(await at.confirm(old), 404);
    expect((await at.rowOf(id))?.emailProvenAt).toBeNull();
    expectStatus(await at.confirm(at.tokenFor(other)), 200);
    const [person] = (await ask('GET', '/api/users')).body;
    expect(person).toMatchObject({ email: other, awaitsConfirmation: false });
  });

  it('other changes keep the email confirmed', async () => {
    const { email, id, ask } = await at.registered();
    await at.confirm(at.tokenFor(email));
    const body = { firstName: 'Marie', email };
    expect((await ask('PUT', `/api/users/${id}`, body)).body.awaitsConfirmation).toBe(false);
  });
});

describe('password reset by email', () => {
  it('the reset confirms the email, and its message contains no name', async () => {
    const email = newEmail();
    const id = await at.broughtIn(email, home);
    expectStatus(await at.server.ask('POST', '/api/auth/forgot-password', { email }), 202);
    await at.server.settled();
    const [letter] = at.letters(email);
    expect(`${letter?.text} ${letter?.html} ${letter?.headers.to}`).not.toMatch(
      /evil|1 900|Stranger/,
    );
    const body = { token: at.tokenFor(email), password: 'the new garden gate' };
    expectStatus(await at.server.ask('POST', '/api/auth/reset-password', body), 200);
    expect((await at.rowOf(id))?.emailProvenAt).toEqual(at.server.clock.now());
  });
});

describe('emails of an invitation', () => {
  const invite = async (email: string) =>
    home.as('super_admin')('POST', '/api/admin/invitations', {
      ...{ email, firstName: 'Edith', lastName: 'Clarke', password: TEST_PASSWORD },
    });
  const accept = (token: string) =>
    at.server.ask('POST', '/api/admin/signup', { token, password: 'the new garden gate' });

  it('accepting an emailed invitation confirms the email', async () => {
    const email = newEmail();
    expectStatus(await invite(email), 201);
    const { body } = expectStatus(await accept(at.tokenFor(email)), 201);
    expect((await at.rowOf(body.id))?.emailProvenAt).toEqual(at.server.clock.now());
    await at.server.settled();
    expect(at.letters(email)).toHaveLength(1);
  });

  it('an invitation contains no typed web address or telephone number', async () => {
    await home.as('admin')('PATCH', '/api/settings', { appName: BAIT });
    const id = home.userIds.super_admin;
    const name = { firstName: 'https://evil.example/a', lastName: 'evil.example' };
    expectStatus(await home.as('super_admin')('PUT', `/api/users/${id}`, name), 200);
    const email = newEmail();
    expectStatus(await invite(email), 201);
    const [letter] = at.letters(email);
    const everything = `${letter?.subject} ${letter?.text} ${letter?.html} ${letter?.headers.to}`;
    expect(everything).not.toMatch(/evil|1 900|555 0100/);
    expect(letter?.subject).toBe('Somebody invites you to Call or open');
  });
});

describe('alerts and unconfirmed emails', () => {
  it('alerts go only to confirmed emails, and waiting ones are sent after the confirmation', async () => {
    const email = newEmail();
    const id = await at.broughtIn(email, home);
    await overdueDose();
    expect(at.letters(email)).toEqual([]);
    expect(at.letters(`admin@${home.accountId}.example`)).toHaveLength(1);
    const { people } = await channelsOf(home.as('admin'));
    expect(people).toContainEqual(expect.objectContaining({ userId: id, email: 'not asked' }));

    const path = `/api/users/${id}/confirmation`;
    expectStatus(await home.as('admin')('POST', path), 403);
    expectStatus(await home.as('super_admin')('POST', path), 200);
    expectStatus(await at.confirm(at.tokenFor(email)), 200);
    at.server.clock.advance(MINUTE_MS);
    await at.server.jobs('outbox');
    expect(at.letters(email).map(({ subject }) => subject)).toHaveLength(2);
  });

  it('alerts that wait for a confirmation are listed as unsent with the reason', async () => {
    await at.server.database.asSystem((db) =>
      db
        .update(logins)
        .set({ emailProvenAt: null })
        .where(
          inArray(
            logins.id,
            db.select({ id: users.loginId }).from(users).where(eq(users.accountId, home.accountId)),
          ),
        ),
    );
    await overdueDose();
    expect((await channelsOf(home.as('admin'))).reachesSomebody).toBe(false);
    const { alerts } = (await home.as('admin')('GET', '/api/alerts/unsent')).body;
    expect(alerts).toMatchObject([
      {
        reason: 'The email is not confirmed yet: alerts cannot be sent there.',
        isTriedAgain: true,
      },
    ]);
    const rows = await at.server.database.asSystem((db) =>
      db.select().from(outbox).where(eq(outbox.accountId, home.accountId)),
    );
    expect(rows.map(({ sentAt }) => sentAt)).toEqual([null, null]);
    const test = await home.as('admin')('POST', '/api/alerts/tests');
    expectStatus(test, 202);
    await at.server.jobs('outbox');
    expect(at.letters(`admin@${home.accountId}.example`)).toEqual([]);
  });
});

describe('administrators of an imported archive', () => {
  it('imported people are unconfirmed and receive no email', async () => {
    const owner = await at.registered();
    const ticket = await owner.ask('POST', '/api/export/ticket', { password: EXAMPLE_PASSWORD });
    const { raw } = await owner.ask('GET', `/api/export?ticket=${ticket.body.ticket}`);
    const files = await unpacked(raw);
    const [opening, first, ...rest] = String(files.get('people.json')).split('\n');
    const strangers = [newEmail(), newEmail()].map((email, index) => {
      return {
        ...JSON.parse(String(first)),
        number: index + 10,
        role: 'admin',
        firstName: BAIT,
        email,
      };
    });
    const rows = strangers.map((person) => JSON.stringify(person));
    files.set(
      'people.json',
      Buffer.from([opening, [first, ...rows].join(',\n'), ...rest].join('\n')),
    );
    const { counts } = JSON.parse(String(files.get('manifest.json')));
    const archive = await packed(files, { counts: { ...counts, people: 3 } });
    const form = new FormData();
    form.append('download', new Blob([new Uint8Array(archive)]), 'household.zip');
    expectStatus(await owner.ask('POST', '/api/import', form), 200);
    await at.server.settled();

    expect(strangers.flatMap(({ email }) => at.letters(email))).toEqual([]);
    const listed = (await owner.ask('GET', '/api/users')).body;
    expect(listed.filter(({ role }: { role: string }) => role === 'admin')).toMatchObject([
      { awaitsConfirmation: true },
      { awaitsConfirmation: true },
    ]);
  });
});
