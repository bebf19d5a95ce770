import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { type CardServer, openCardServer } from '#testing/card-server.ts';
import { faultsOfSequence } from './sequences.testing.ts';

/** Number of sequences; set PAYMENT_SEQUENCES for more. */
const COUNT = Number(process.env.PAYMENT_SEQUENCES ?? 10);
const FROM = Number(process.env.PAYMENT_SEQUENCES_FROM ?? 1);

/** Timeout of calls in milliseconds; short, because many calls get no response. */
const PATIENCE_MS = 600;

/** Timeout of the test on the slowest machine. */
const MAX_DURATION_MS = MINUTE_MS + COUNT * 20_000;

let parts: CardServer;
beforeAll(async () => {
  parts = await openCardServer(PATIENCE_MS);
});
afterAll(() => parts.close());

it(
  `${COUNT} sequences of actions, faults and events end in the state of Stripe, with one live subscription`,
  async () => {
    const faults: string[] = [];
    for (let seed = FROM; seed < FROM + COUNT; seed += 1) {
      const found = faultsOfSequence(parts, seed);
      faults.push(...(await found.catch((error: Error) => [`seed ${seed}: ${error.stack}`])));
    }
    expect(faults).toEqual([]);
  },
  MAX_DURATION_MS,
);
