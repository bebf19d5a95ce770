import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signUps } from '#database/schema/households.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { type CardServer, GOOD_CARD, openCardServer } from '#testing/card-server.ts';
import { EXAMPLE_PASSWORD } from '#testing/registration.ts';
import { expectStatus } from '#testing/test-server.ts';
import { addPerson } from './household.ts';

const EMAIL = 'maria@example.com';
const CREATES = { method: 'POST', path: /\/subscriptions$/ } as const;
const EVERY_TRY = { ...CREATES, times: 2 } as const;

let parts: CardServer;
beforeEach(async () => {
  parts = await openCardServer();
});
afterEach(async () => {
  expect(parts.stripe.misuses).toEqual([]);
  await parts.close();
});

const signIn = (password = EXAMPLE_PASSWORD) =>
  parts.server.ask('POST', '/api/auth/login', { email: EMAIL, password });
const left = () => parts.server.database.asSystem((db) => db.select().from(signUps));
const round = () => parts.server.jobs('sign-ups');
const pass = (minutes: number) => parts.server.clock.advance(minutes * MINUTE_MS);

describe('signing up with a card', () => {
  it('a sign-up creates a paid household and leaves no pending sign-up', async () => {
    const paymentMethodId = await parts.enter();
    const answer = expectStatus(await parts.register(EMAIL, { paymentMethodId }), 201);
    expect(answer.body).toMatchObject({ isFirstTime: true, user: { role: 'super_admin' } });
    expect(parts.stripe.customers).toMatchObject([{ email: EMAIL, name: 'Maria Carter' }]);
    expect(parts.stripe.liveSubscriptions()).toMatchObject([{ status: 'active' }]);
    expect(await left()).toEqual([]);
  });

  it('a sign-up with a yearly plan charges one year', async () => {
    const paymentMethodId = await parts.enter();
    const form = { paymentMethodId, subscriptionPlan: 'yearly' };
    expectStatus(await parts.register(EMAIL, form), 201);
    const [{ id = '' } = {}] = parts.stripe.liveSubscriptions();
    expect(parts.stripe.invoicesOf(id)).toMatchObject([{ amount_paid: 22_500, status: 'paid' }]);
  });

  it('a sign-up without a card is refused', async () => {
    const refused = expectStatus(await parts.register(EMAIL, {}), 402);
    expect(refused.body.code).toBe('payment-missing');
    expect(parts.stripe.customers).toEqual([]);
  });

  it.each([
    ['4000000000000341', 'This card was declined.'],
    ['4000002500003155', 'Your bank wants to confirm this payment with you.'],
  ])(
    'a sign-up with the card %s is refused with a message, and another card works',
    async (number, words) => {
      const paymentMethodId = await parts.enter(number);
      const refused = expectStatus(await parts.register(EMAIL, { paymentMethodId }), 402);
      expect(refused.body).toEqual({
        error: `${words} Nothing was charged. Please use another card.`,
        code: 'card-declined',
      });
      expect(parts.stripe.liveSubscriptions()).toEqual([]);
      expect(await left()).toEqual([]);
      expectStatus(await signIn(), 401);
      expectStatus(await parts.register(EMAIL, { paymentMethodId: await parts.enter() }), 201);
      expect(parts.stripe.liveSubscriptions()).toHaveLength(1);
    },
  );

  it('a sign-up with a card unknown to Stripe is refused with a message', async () => {
    const refused = await parts.register(EMAIL, { paymentMethodId: 'pm_of_nobody' });
    expect(expectStatus(refused, 402).body.code).toBe('card-unusable');
    expect(await left()).toEqual([]);
  });

  it('concurrent sign-ups create one household and one subscription', async () => {
    const form = { paymentMethodId: await parts.enter() };
    const answers = await Promise.all([1, 2, 3].map(() => parts.register(EMAIL, form)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(parts.stripe.liveSubscriptions()).toHaveLength(1);
  });
});

describe('signing up while Stripe does not answer', () => {
  it('a sign-up fails without effect, and the same form succeeds later', async () => {
    const form = { paymentMethodId: await parts.enter() };
    parts.stripe.down(true);
    const refused = expectStatus(await parts.register(EMAIL, form), 503);
    expect(refused.body.code).toBe('payment-outcome-unknown');
    parts.stripe.down(false);
    expectStatus(await signIn(), 401);
    expectStatus(await parts.register(EMAIL, form), 201);
    expect(parts.stripe.liveSubscriptions()).toHaveLength(1);
  });

  it('resubmitting the form after a lost response is not charged again', async () => {
    const form = { paymentMethodId: await parts.enter() };
    parts.stripe.fault(EVERY_TRY, 'hang after commit');
    expectStatus(await parts.register(EMAIL, form), 503);
    expect(parts.stripe.liveSubscriptions()).toHaveLength(1);
    const corrected = {
      ...form,
      password: 'another good window',
      passwordConfirm: 'another good window',
    };
    expectStatus(await parts.register(EMAIL, corrected), 201);
    expect(parts.stripe.liveSubscriptions()).toHaveLength(1);
    expectStatus(await signIn('another good window'), 200);
  });

  it('the household of a paid sign-up exists when the person returns later', async () => {
    parts.stripe.fault(EVERY_TRY, 'hang after commit');
    expectStatus(await parts.register(EMAIL, { paymentMethodId: await parts.enter() }), 503);
    pass(2);
    await round();
    expectStatus(await signIn(), 200);
    expect(await left()).toEqual([]);
  });

  it('another card after a lost response is not charged', async () => {
    parts.stripe.fault(EVERY_TRY, 'hang after commit');
    expectStatus(await parts.register(EMAIL, { paymentMethodId: await parts.enter() }), 503);
    const again = await parts.register(EMAIL, { paymentMethodId: await parts.enter() });
    expect(expectStatus(again, 409).body.fields.email).toMatch(/already has an account/);
    expect(parts.stripe.liveSubscriptions()).toHaveLength(1);
    expectStatus(await signIn(), 200);
  });

  it('an unpaid sign-up is discarded after an hour and never charged', async () => {
    parts.stripe.fault(EVERY_TRY, 'hang');
    expectStatus(await parts.register(EMAIL, { paymentMethodId: await parts.enter() }), 503);
    pass(2);
    await round();
    expect(await left()).toHaveLength(1);
    pass(60);
    await round();
    expect(await left()).toEqual([]);
    expect(parts.stripe.liveSubscriptions()).toEqual([]);
    expectStatus(await signIn(), 401);
  });
});

it('a subscription is ended if its email was taken in the meantime', async () => {
  parts.stripe.fault(EVERY_TRY, 'hang after commit');
  expectStatus(await parts.register(EMAIL, { paymentMethodId: await parts.enter() }), 503);
  const { accountId } = await parts.server.household();
  const person = {
    accountId,
    role: 'user',
    firstName: 'Eve',
    lastName: 'Carter',
    email: EMAIL,
  } as const;
  const createdAt = parts.server.clock.now();
  await parts.server.database.asSystem((db) => addPerson(db, { ...person, createdAt }));
  pass(2);
  await round();
  expect(parts.stripe.liveSubscriptions()).toEqual([]);
  expect(await left()).toEqual([]);
});

it('no table contains the number of a card', async () => {
  expectStatus(await parts.register(EMAIL, { paymentMethodId: await parts.enter(GOOD_CARD) }), 201);
  const [sub] = parts.stripe.liveSubscriptions();
  await parts.deliver(parts.stripe.events);
  const tables = await parts.server.database.asSystem((db) =>
    db.execute(`select query_to_xml('select * from ' || quote_ident(tablename), true, false, '')::text as rows
      from pg_tables where schemaname = 'public'`),
  );
  const all = JSON.stringify(tables);
  expect(all).toContain(sub?.id);
  expect(all).not.toContain(GOOD_CARD);
});
