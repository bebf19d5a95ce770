import { hash, verify } from '@node-rs/argon2';
import { ALL_CORES_BUT_ONE, limitConcurrency } from './jobs/semaphore.ts';

/** OWASP's minimum for argon2id, the library's default variant: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const inTurn = limitConcurrency({
  atOnce: ALL_CORES_BUT_ONE,
  longestQueue: 64,
  tooMany: 'Many people are signing in just now. Please try again in a moment.',
});

/** Returns an argon2id hash in its standard text form; refuses with 503 if the queue is full. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/**
 * Verifies a password. If `known` is missing, it takes the same time and returns false, so that an
 * unknown email cannot be distinguished from a wrong password.
 */
export function isPassword(password: string, known: string | null | undefined): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(known ?? (await ANY_HASH), password);
    return matches && typeof known === 'string';
  });
}

const ANY_HASH = hash('a password that nobody has', COST);
