import { createHash } from 'node:crypto';
import { StripeRefusal } from './refusals.ts';
import type { Fields } from './wire.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

interface Kept {
  readonly path: string;
  /**
   * Hash of the parameters. The parameters themselves are not stored, because they may contain a
   * card number.
   */
  readonly fingerprint: string;
  readonly since: number;
  /** Undefined while the request is pending. */
  answer?: Answer;
}

/**
 * Idempotency keys as documented in docs.stripe.com/api/idempotent_requests (API v1). A key stores
 * the status and body of the first request that was executed, even if that is a 500. A request that
 * is rejected before its execution stores nothing (wrong parameters, 401, 409, 429).
 */
export interface Keys {
  /**
   * Returns the stored response. If there is none, returns undefined, and the key is in use until
   * `keep` or `release` is called.
   */
  begin(key: string, path: string, fields: Fields): Answer | undefined;
  keep(key: string, answer: Answer): void;
  /** Releases the key of a request that was not executed. */
  release(key: string): void;
}

const SECONDS_KEPT = 24 * 3600;

export function openKeys(now: () => number): Keys {
  const all = new Map<string, Kept>();
  return {
    begin(key, path, fields) {
      if (key.length > 255) throw conflict(400, 'Idempotency keys have at most 255 characters.');
      const kept = all.get(key);
      const fingerprint = fingerprintOf(fields);
      if (kept === undefined || now() - kept.since >= SECONDS_KEPT) {
        all.set(key, { path, fingerprint, since: now() });
        return undefined;
      }
      if (kept.path !== path) throw conflict(400, otherPath(key, path, kept.path));
      if (kept.fingerprint !== fingerprint) throw conflict(400, otherParameters(key));
      if (kept.answer === undefined) {
        throw conflict(409, underWay(key), 'idempotency_key_in_use');
      }
      return kept.answer;
    },
    keep(key, answer) {
      const kept = all.get(key);
      if (kept !== undefined) kept.answer = answer;
    },
    release(key) {
      if (all.get(key)?.answer === undefined) all.delete(key);
    },
  };
}

function fingerprintOf(fields: Fields): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

function conflict(status: number, message: string, code?: string): StripeRefusal {
  const error = { type: 'idempotency_error', message, ...(code && { code }) };
  return new StripeRefusal(status, error, { begun: false });
}

function otherPath(key: string, path: string, first: string): string {
  return `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${first}'). Try using a key other than '${key}' if you meant to execute a different request.`;
}

function otherParameters(key: string): string {
  return `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
}

function underWay(key: string): string {
  return `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`;
}
