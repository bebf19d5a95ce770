import { randomKey } from '#platform/web/random-key.ts';

/** Returns a UUID of version 4, the idempotency key of a value. */
export function newValueId(): string {
  const key = randomKey();
  const parts = [key.slice(0, 8), key.slice(8, 12), `4${key.slice(13, 16)}`];
  return [...parts, `8${key.slice(17, 20)}`, key.slice(20)].join('-');
}
