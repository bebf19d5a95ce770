import Stripe from 'stripe';
import { withTimeout } from '#platform/server/jobs/with-timeout.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { Refusal } from '#platform/shared/refusal.ts';
import { subscriptionRefusal } from '../../refusals.ts';
import type { StripeSettings } from './config.ts';
import { declineMessage } from './messages.ts';

/** Maximum time in milliseconds for all calls of one request, because a person waits for it. */
const BUDGET_MS = 22_000;

/** Number of retries of a call, so that one broken connection causes no failure. */
const RETRIES = 1;
const BETWEEN_TRIES_MS = SECOND_MS;
const MAX_CALL_MS = 10_000;
const MIN_CALL_MS = 200;

export interface CallOptions {
  readonly timeout: number;
  readonly maxNetworkRetries: number;
  readonly idempotencyKey?: string;
}

/**
 * Returns the options of the next call: the remaining time, and the idempotency key of a change.
 */
export type NextCall = (idempotencyKey?: string) => CallOptions;

export interface StripeAsker {
  readonly stripe: Stripe;
  /** Runs calls within the time limit; throws refusals with messages. */
  ask<T>(work: (next: NextCall) => Promise<T>): Promise<T>;
}

export function stripeAsker(settings: StripeSettings, budgetMs = BUDGET_MS): StripeAsker {
  const { protocol, hostname, port } = new URL(settings.apiUrl);
  const stripe = new Stripe(settings.secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port === '' ? {} : { port }),
    telemetry: false,
  });
  return {
    stripe,
    async ask(work) {
      const end = performance.now() + budgetMs;
      try {
        // The time limit is enforced here too, because the library may pause between tries for
        // longer than the limit.
        return await withTimeout(
          budgetMs + BETWEEN_TRIES_MS,
          'Stripe took too long',
          work((key) => optionsUntil(end, key)),
        );
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

function optionsUntil(end: number, idempotencyKey?: string): CallOptions {
  const each = (end - performance.now() - BETWEEN_TRIES_MS) / (RETRIES + 1);
  return {
    timeout: Math.round(Math.max(MIN_CALL_MS, Math.min(MAX_CALL_MS, each))),
    maxNetworkRetries: RETRIES,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}

/** True if Stripe does not know the object, or its state forbids the call. */
export function isNotAsThought(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Converts an error to a refusal with a message; the error is its cause, for the log. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof Stripe.errors.StripeCardError) {
    return subscriptionRefusal('card-declined', declineMessage(error.decline_code, error.code));
  }
  if (isNotAsThought(error)) return subscriptionRefusal('subscription-changed', { cause: error });
  const code = isOver(error) ? 'payments-not-reached' : 'payment-outcome-unknown';
  return subscriptionRefusal(code, { cause: error });
}

/**
 * True if a retry with this key is useless: the request with this key failed at Stripe, or the key
 * belongs to another request.
 */
function isOver(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  const isReplayed = error.headers?.['idempotent-replayed'] === 'true';
  const isMistaken =
    error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400;
  return isReplayed || isMistaken;
}
