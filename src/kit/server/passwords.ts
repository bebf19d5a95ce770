import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '#kit/shared/refusal.ts';

/** OWASP's minimum for argon2id, the library's default variant: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One core is left for everybody else's answers. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);

const LONGEST_QUEUE = 64;

let running = 0;
const waiting: (() => void)[] = [];

/** An argon2id hash in its usual text form; 503 when too many wait for one. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/**
 * Whether the password is the hash's; without a hash it takes the same time and is false, so that
 * an unknown email cannot be told from a wrong password.
 */
export function isPassword(password: string, known: string | null | undefined): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(known ?? (await ANY_HASH), password);
    return matches && typeof known === 'string';
  });
}

const ANY_HASH = hash('a password that nobody has', COST);

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= LONGEST_QUEUE) {
      throw new Refusal(503, 'Many people are signing in just now. Please try again in a moment.', {
        retryAfterSeconds: 5,
      });
    }
    await new Promise<void>((go) => waiting.push(go));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
