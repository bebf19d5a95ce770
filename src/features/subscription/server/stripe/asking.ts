import Stripe from 'stripe';
import { within } from '#kit/server/jobs/within.ts';
import { SECOND_MS } from '#kit/shared/durations.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { subscriptionRefusal } from '../../refusals.ts';
import type { StripeSettings } from './config.ts';
import { declineMessage } from './messages.ts';

/** A person waits: after so long they get an answer, whatever Stripe does. */
const BUDGET_MS = 22_000;

/** One call is tried twice, so that a line that breaks is not yet a failure. */
const RETRIES = 1;
const BETWEEN_TRIES_MS = SECOND_MS;
const LONGEST_CALL_MS = 10_000;
const SHORTEST_CALL_MS = 200;

export interface CallOptions {
  readonly timeout: number;
  readonly maxNetworkRetries: number;
  readonly idempotencyKey?: string;
}

/** The options of the next call: what is left of the time, and the key of a call that changes. */
export type NextCall = (idempotencyKey?: string) => CallOptions;

export interface StripeAsker {
  readonly stripe: Stripe;
  /** Runs calls within the time of one person's patience; refuses in sentences. */
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
        // It may ask for a pause between tries that nobody would sit through.
        return await within(
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
    timeout: Math.round(Math.max(SHORTEST_CALL_MS, Math.min(LONGEST_CALL_MS, each))),
    maxNetworkRetries: RETRIES,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}

/** Stripe knows nothing of this, or does not allow it in the state that it has there. */
export function isNotAsThought(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** A refusal in words that a person understands; what it was stays its cause, for the log. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof Stripe.errors.StripeCardError) {
    return subscriptionRefusal('card-declined', declineMessage(error.decline_code, error.code));
  }
  if (isNotAsThought(error)) return subscriptionRefusal('subscription-changed', { cause: error });
  const code = isOver(error) ? 'payments-not-reached' : 'payment-outcome-unknown';
  return subscriptionRefusal(code, { cause: error });
}

/** Under that key nothing more will come of it: it failed there, or was something else. */
function isOver(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  const isReplayed = error.headers?.['idempotent-replayed'] === 'true';
  const isMistaken =
    error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400;
  return isReplayed || isMistaken;
}
