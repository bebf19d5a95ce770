import { createContext, runInContext } from 'node:vm';
import { parseHTML } from 'linkedom';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHARGE_DECLINED, GOOD, openShop, type Shop } from './shop.ts';
import type { StripeStandIn } from './stand-in.ts';

let shop: Shop;
let standIn: StripeStandIn;
let stripe: Stripe;

beforeEach(async () => {
  shop = await openShop();
  ({ standIn, stripe } = shop);
});

afterEach(() => standIn.close());

describe('entry of a card', () => {
  test('a valid card becomes a payment method with only the last four digits', async () => {
    const { intent, entered } = await shop.entry(GOOD);
    expect(entered.setupIntent).toMatchObject({ id: intent.id, status: 'succeeded' });
    const id = String(entered.setupIntent?.payment_method);
    const method = await stripe.paymentMethods.retrieve(id);
    expect(method).toMatchObject({ customer: null, type: 'card', card: { last4: '4242' } });
    expect(shop.typesOf()).toEqual(['setup_intent.succeeded']);
    const all = JSON.stringify([standIn.events, standIn.requests, standIn.misuses, method]);
    expect(all).not.toContain(GOOD);
    expect(standIn.misuses).toEqual([]);
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4111111111111111', 'incorrect_number', undefined],
  ])(
    'card %s is rejected with %s and %s, and another card can be entered',
    async (number, code, decline) => {
      const { intent, entered } = await shop.entry(number);
      expect(entered).toMatchObject({ error: { type: 'card_error', code } });
      expect(entered.error).toHaveProperty('message');
      expect(Object(entered.error).decline_code).toBe(decline);
      const again = await standIn.enterCard(intent.client_secret ?? '', GOOD);
      expect(again.setupIntent?.status).toBe('succeeded');
      const once = await standIn.enterCard(intent.client_secret ?? '', GOOD);
      expect(once.error?.code).toBe('setup_intent_unexpected_state');
      expect(standIn.misuses).toEqual([]);
    },
  );

  test("a card of a customer's setup intent is attached to the customer", async () => {
    const { customer } = await shop.subscribed();
    const { entered } = await shop.entry(CHARGE_DECLINED, customer.id);
    const id = String(entered.setupIntent?.payment_method);
    expect((await stripe.paymentMethods.retrieve(id)).customer).toBe(customer.id);
    expect(shop.typesOf().slice(-2)).toEqual(['payment_method.attached', 'setup_intent.succeeded']);
  });

  test('the secret of another setup intent is rejected', async () => {
    const { intent } = await shop.entry(GOOD);
    const wrong = await standIn.enterCard(`${intent.id}_secret_of_another`, GOOD);
    expect(wrong.error?.code).toBe('resource_missing');
  });
});

describe('the card script', () => {
  test('a card field of the script accepts a number and confirms it', async () => {
    const { intent } = await shop.entry('4000000000000002');
    const { script, node } = await page();
    const card = script.elements().create('card');
    const seen: object[] = [];
    card.on('change', (change) => seen.push(change));
    const ready = new Promise((done) => card.on('ready', done));
    card.mount(node);
    await ready;
    const field = node.querySelector('input');
    expect(field?.getAttribute('aria-label')).toBe('Credit or debit card number');
    const type = (digits: string) => {
      Object.assign(field ?? {}, { value: digits });
      field?.dispatchEvent(new (parseHTML('').Event)('input'));
    };
    const confirm = () =>
      script.confirmCardSetup(intent.client_secret ?? '', {
        payment_method: { card, billing_details: { name: 'Anna' } },
      });
    type('4242 42');
    expect(await confirm()).toMatchObject({ error: { code: 'incomplete_number' } });
    type('4242 4242 4242 4241');
    type('4000 0000 0000 9995');
    expect(await confirm()).toMatchObject({ error: { decline_code: 'insufficient_funds' } });
    type('4242 4242 4242 4242');
    expect(await confirm()).toMatchObject({ setupIntent: { id: intent.id, status: 'succeeded' } });
    expect(seen).toMatchObject([
      { complete: false, empty: false },
      { complete: false, error: { message: 'Your card number is invalid.' } },
      { complete: true, brand: 'visa' },
      { complete: true, error: undefined },
    ]);
    card.destroy();
    expect(node.querySelector('input')).toBeNull();
    standIn.down(true);
    expect(standIn.misuses).toEqual([]);
  });
});

interface CardElement {
  on(type: string, listener: (event: object) => void): void;
  mount(node: unknown): void;
  destroy(): void;
}

interface Script {
  elements(): { create(type: string): CardElement };
  confirmCardSetup(secret: string, data: object): Promise<object>;
}

/** Loads the script into a page as a browser does. */
async function page() {
  const source = await (await fetch(standIn.settings.scriptUrl)).text();
  const { document } = parseHTML('<html><body><div></div></body></html>');
  const window: { Stripe?: (key: string) => Script } = {};
  runInContext(
    source,
    createContext({ window, document, fetch, URLSearchParams, setTimeout, WeakMap }),
  );
  const script = window.Stripe?.('pk_test_stand_in');
  const node = document.querySelector('div');
  if (script === undefined || node === null) throw new Error('the script defines nothing');
  return { script, node };
}
