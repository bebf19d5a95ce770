import { afterEach, beforeEach, expect, it } from 'vitest';
import { signUps } from '#database/schema/households.ts';
import { householdsFeature } from '#features/households/server.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { type CardServer, openCardServer } from '#testing/card-server.ts';
import { EXAMPLE_PASSWORD, householdForm } from '#testing/registration.ts';
import { asking, expectStatus } from '#testing/test-server.ts';
import { tokenIn } from '../support/several-households.ts';

let parts: CardServer;
beforeEach(async () => {
  parts = await openCardServer(undefined, (cards) => [
    householdsFeature({ registrationOpen: true, cards }),
  ]);
});
afterEach(async () => {
  expect(parts.stripe.misuses).toEqual([]);
  await parts.close();
});

async function addedBy(payer: Awaited<ReturnType<CardServer['household']>>, changed = {}) {
  return payer.ask('POST', '/api/households', householdForm(changed));
}

const left = () => parts.server.database.asSystem((db) => db.select().from(signUps));

it('another household requires its own card', async () => {
  const payer = await parts.household();
  expect(expectStatus(await addedBy(payer), 402).body.code).toBe('payment-missing');
  expect(parts.stripe.liveSubscriptions()).toHaveLength(1);
  const paymentMethodId = await parts.enter();
  expectStatus(await addedBy(payer, { paymentMethodId }), 201);
  expect(parts.stripe.liveSubscriptions()).toHaveLength(2);
  expect(await left()).toEqual([]);
});

it('a declined card creates no household, and the session stays', async () => {
  const payer = await parts.household();
  const paymentMethodId = await parts.enter('4000000000000341');
  const refused = expectStatus(await addedBy(payer, { paymentMethodId }), 402);
  expect(refused.body.code).toBe('card-declined');
  expect((await payer.ask('GET', '/api/households')).body).toHaveLength(1);
  expect(await left()).toEqual([]);
});

it('a household whose payment response was lost is created under the same login', async () => {
  const payer = await parts.household();
  const creates = { method: 'POST', path: /\/subscriptions$/, times: 2 } as const;
  const paymentMethodId = await parts.enter();
  parts.stripe.fault(creates, 'hang after commit');
  expectStatus(await addedBy(payer, { paymentMethodId }), 503);
  parts.server.clock.advance(2 * MINUTE_MS);
  await parts.server.jobs('sign-ups');
  expect(await left()).toEqual([]);
  expect(parts.stripe.liveSubscriptions()).toHaveLength(2);
  const signIn = { email: payer.email, password: EXAMPLE_PASSWORD };
  const answer = expectStatus(await parts.server.ask('POST', '/api/auth/login', signIn), 200);
  const ask = asking(parts.server.app, tokenIn(answer.headers));
  expect((await ask('GET', '/api/households')).body).toHaveLength(2);
});
