import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CardServer, openCardServer } from './cards.testing.ts';
import { faultsOfSequence } from './sequences.testing.ts';

/** `npm run bench -- payments` runs a thousand. */
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

let parts: CardServer;
beforeAll(async () => {
  parts = await openCardServer(PATIENCE_MS);
});
afterAll(() => parts.close());

/** Silences are many here, and each is waited out. */
const PATIENCE_MS = 600;

it('any sequence of moves, faults and events ends as it is at Stripe, never with two that live', async () => {
  const faults: string[] = [];
  for (const seed of SEEDS) faults.push(...(await faultsOfSequence(parts, seed)));
  expect(faults).toEqual([]);
}, 120_000);
