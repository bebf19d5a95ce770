import { createHash, randomUUID } from 'node:crypto';
import type { Caller, Context } from './feature.ts';

interface Call {
  readonly account: Pick<Caller['account'], 'id'>;
  readonly user: Pick<Caller['user'], 'id'>;
  readonly request: Pick<Context['request'], 'idempotencyKey'>;
}

/**
 * The id of what a call makes (idempotency): with the same `Idempotency-Key` the same person's is the
 * same, so that what is sent again is found by it. Without a key it is a new one each time.
 */
export function idOfCall({ account, user, request }: Call): string {
  const key = request.idempotencyKey;
  if (key === undefined) return randomUUID();
  const hash = createHash('sha256')
    .update(JSON.stringify([account.id, user.id, key]))
    .digest('hex');
  // A UUID of version 8, which is what its maker makes it (RFC 9562).
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hash) ?? [];
  return `${a}-${b}-8${c}-8${d}-${e}`;
}
