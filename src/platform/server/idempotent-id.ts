import { createHash, randomUUID } from 'node:crypto';
import type { Caller, Context } from './feature.ts';

interface Call {
  readonly account: Pick<Caller['account'], 'id'>;
  readonly user: Pick<Caller['user'], 'id'>;
  readonly request: Pick<Context['request'], 'idempotencyKey'>;
}

/**
 * Returns the id for the object that a call creates. The same user and `Idempotency-Key` give the
 * same id, so that a repeated call finds the existing object. Without a key the id is random.
 */
export function idempotentId({ account, user, request }: Call): string {
  const key = request.idempotencyKey;
  if (key === undefined) return randomUUID();
  const hash = createHash('sha256')
    .update(JSON.stringify([account.id, user.id, key]))
    .digest('hex');
  // A version 8 UUID, whose layout the application defines (RFC 9562).
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hash) ?? [];
  return `${a}-${b}-8${c}-8${d}-${e}`;
}
