import { createHmac } from 'node:crypto';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { type Book, newId, type Resource, type StripeEvent } from './book.ts';
import { API_VERSION, faultsOf, objectShape } from './shapes.ts';

export interface Delivery {
  readonly body: Buffer;
  readonly headers: Record<string, string>;
}

export interface DeliveryPlan {
  /** Receives one delivery, as the product's webhook does, and returns the HTTP status. */
  readonly to: (body: Buffer, headers: Record<string, string>) => Promise<number>;
  /**
   * Number of deliveries of each event. Stripe may deliver an event again although it was accepted.
   */
  readonly times?: number;
  /** Delivers the last event first, because Stripe guarantees no order. */
  readonly backwards?: boolean;
  readonly atOnce?: boolean;
}

const isEvent = objectShape('Event');

const SHAPES = {
  customer: objectShape('Customer'),
  payment_method: objectShape('PaymentMethod'),
  setup_intent: objectShape('SetupIntent'),
  subscription: objectShape('Subscription'),
  invoice: objectShape('Invoice'),
  price: objectShape('Price'),
};

/** Records the event of a change; `before` is the previous object of an update. */
export function recordEvent(book: Book, type: string, object: Resource, before?: Resource): void {
  const changed = before && previousAttributes(before, object);
  const event: StripeEvent = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: book.now(),
    type,
    data: { object: structuredClone(object), ...(changed && { previous_attributes: changed }) },
    livemode: false,
    pending_webhooks: 1,
    request: book.request,
  };
  book.events.push(event);
  const checks = [
    [isEvent, event],
    [SHAPES[object.object], object],
  ] as const;
  for (const [isRight, thing] of checks) {
    if (!isRight(thing)) book.misuses.push(`The event ${type} is wrong: ${faultsOf(isRight)}`);
  }
}

/** Changes an object, and records an event of each of the given types. */
export function change<Changed extends Resource>(
  book: Book,
  object: Changed,
  types: readonly string[],
  act: (object: Changed) => void,
): void {
  const before = structuredClone(object);
  act(object);
  for (const type of types)
    recordEvent(book, type, object, type.endsWith('.updated') ? before : undefined);
}

/** Signs as Stripe does: HMAC-SHA256 over the timestamp in seconds and the body. */
export function signed(event: object, at: Date, secret: string): Delivery {
  const body = JSON.stringify(event, null, 2);
  const second = Math.floor(at.getTime() / SECOND_MS);
  const signature = createHmac('sha256', secret).update(`${second}.${body}`).digest('hex');
  return {
    body: Buffer.from(body),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': `t=${second},v1=${signature}`,
    },
  };
}

/** Sends the deliveries according to the plan; returns the statuses in the order of sending. */
export async function deliver(deliveries: readonly Delivery[], plan: DeliveryPlan) {
  const { to, times = 1, backwards = false, atOnce = false } = plan;
  const inOrder = backwards ? deliveries.toReversed() : deliveries;
  const all = inOrder.flatMap((delivery) => new Array<Delivery>(times).fill(delivery));
  if (atOnce) return Promise.all(all.map(({ body, headers }) => to(body, headers)));
  const statuses: number[] = [];
  for (const { body, headers } of all) statuses.push(await to(body, headers));
  return statuses;
}

function previousAttributes(before: Resource, after: Resource): object {
  const now = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(now.get(name)),
    ),
  );
}
