import type { Book } from './book.ts';
import { newId } from './book.ts';
import { customerRoutes } from './customers.ts';
import type { Fault } from './faults.ts';
import { invoiceRoutes } from './invoices.ts';
import { type Answer, openKeys } from './keys.ts';
import { moveRoutes } from './moves.ts';
import { missingParameter, misused, StripeRefusal, unauthorized } from './refusals.ts';
import type { Route } from './routes.ts';
import { setupIntentRoutes } from './setup-intents.ts';
import { API_VERSION, faultsOf, objectShape } from './shapes.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import type { Fields } from './wire.ts';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  readonly authorization: string | undefined;
  readonly version: string | undefined;
  readonly fields: Fields;
}

export interface Answered extends Answer {
  readonly isReplayed?: boolean;
  /** True if the execution of the request has begun, whether it succeeded or not. */
  readonly isBegun?: boolean;
}

export interface Desk {
  answer(asked: RecordedRequest, fault?: Fault): Answered;
  /** Marks the request's key as in use until the returned function is called. */
  hold(asked: RecordedRequest): () => void;
}

interface AllowedKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
}

const ROUTES = [
  ...customerRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...moveRoutes,
  ...invoiceRoutes,
];

const isError = objectShape('ErrorResponse');

const NOTHING = { status: 0, body: '' };

const VERDICTS: Partial<Record<Fault, Book['verdict']>> = {
  declined: 'declined',
  'authentication required': 'needs authentication',
};

/**
 * Answers requests one at a time: checks the credentials, then returns the response stored under
 * the idempotency key, or executes the request.
 */
export function openDesk(book: Book, allowed: AllowedKeys): Desk {
  const keys = openKeys(book.now);
  function begin(asked: RecordedRequest, fault: Fault | undefined): Answered {
    const { route, id } = found(asked);
    const isBrowser = admitted(asked, route, allowed);
    if (!isBrowser) checkManners(book, asked, route);
    const key = keyOf(asked);
    // Checks a copy of the fields, because the check converts values, and the idempotency key must
    // be compared with the original ones.
    const act = route.prepare(book, structuredClone(asked.fields), id);
    const kept = key && keys.begin(key, asked.path, asked.fields);
    if (kept) return { ...kept, isReplayed: true };
    book.request = { id: newId('req'), idempotency_key: key ?? null };
    book.verdict = fault && VERDICTS[fault];
    const answered = caught(book, asked, () => {
      if (fault === '500 that is remembered') throw serverError();
      return { status: 200, body: JSON.stringify(act()) };
    });
    book.verdict = undefined;
    if (key && answered.isBegun) keys.keep(key, answered);
    else if (key) keys.release(key);
    return answered;
  }

  return {
    answer: (asked, fault) => caught(book, asked, () => begin(asked, fault)),
    hold(asked) {
      const key = keyOf(asked);
      let isHeld = false;
      caught(book, asked, () => {
        const kept = key && keys.begin(key, asked.path, asked.fields);
        isHeld = kept === undefined;
        return kept || NOTHING;
      });
      return () => {
        if (key && isHeld) keys.release(key);
      };
    },
  };
}

/** Stripe's response to an internal error. */
export function serverError(): StripeRefusal {
  return new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred.' });
}

export function tooMany(): StripeRefusal {
  const message = 'Too many requests hit the API too quickly.';
  return new StripeRefusal(429, { type: 'rate_limit_error', code: 'rate_limit', message });
}

export function answerOf({ status, error }: StripeRefusal): Answer {
  return { status, body: JSON.stringify({ error }) };
}

/** Idempotency keys apply to POST requests only, because GET and DELETE are idempotent. */
function keyOf({ method, idempotencyKey }: RecordedRequest): string | undefined {
  return method === 'POST' ? idempotencyKey : undefined;
}

function caught(book: Book, { method, path }: RecordedRequest, act: () => Answered): Answered {
  try {
    return { isBegun: true, ...act() };
  } catch (error) {
    const refusal = error instanceof StripeRefusal ? error : serverError();
    if (refusal !== error) book.misuses.push(`${method} ${path} broke the stand-in: ${error}`);
    if (refusal.isMisuse) book.misuses.push(`${method} ${path}: ${refusal.message}`);
    if (!isError({ error: refusal.error })) {
      book.misuses.push(`${method} ${path} is refused wrongly: ${faultsOf(isError)}`);
    }
    return { ...answerOf(refusal), isBegun: !refusal.isBeforeBeginning };
  }
}

function found({ method, path }: RecordedRequest): { route: Route; id: string } {
  for (const route of ROUTES) {
    const id = route.match(method, path);
    if (id !== undefined) return { route, id };
  }
  throw misused(`Unrecognized request URL (${method}: ${path}).`);
}

/** Returns true for a browser with the publishable key; throws if the key is missing or wrong. */
function admitted(asked: RecordedRequest, route: Route, allowed: AllowedKeys): boolean {
  const key = /^Bearer (.+)$/.exec(asked.authorization ?? '')?.[1];
  if (key === allowed.secretKey) return false;
  if (key === undefined) throw unauthorized('You did not provide an API key.');
  if (key !== allowed.publishableKey) throw unauthorized('Invalid API Key provided.');
  if (!route.isPublic) {
    const message = 'This API call cannot be made with a publishable API key.';
    throw unauthorized(message, 'secret_key_required');
  }
  if (asked.fields.client_secret === undefined) throw missingParameter('client_secret');
  return true;
}

/** Records a misuse: a request that Stripe accepts, but that this product must not send. */
function checkManners(book: Book, asked: RecordedRequest, route: Route): void {
  const { method, path, version } = asked;
  if (version !== API_VERSION) {
    book.misuses.push(`${method} ${path} asks for version ${version}, not ${API_VERSION}`);
  }
  if (route.creates && asked.idempotencyKey === undefined) {
    book.misuses.push(`${method} ${path} has no Idempotency-Key`);
  }
}
