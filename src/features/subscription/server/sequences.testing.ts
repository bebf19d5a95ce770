import { isDeepStrictEqual } from 'node:util';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { CardServer } from '#testing/card-server.ts';
import { DECLINED_AT_CHARGES, GOOD_CARD } from '#testing/card-server.ts';
import { randomFrom } from '#testing/random.ts';
import type { Fault } from '#testing/stripe/faults.ts';
import { isOutcomeUnknown } from './provider.ts';
import { findSubscription } from './rows.ts';
import { asSubscription, hasEnded } from './stripe/reading.ts';

type Home = Awaited<ReturnType<CardServer['household']>>;

/** Number of steps in one sequence. */
const STEPS = 8;

/** Maximum number of reconciliations until one succeeds. */
const MAX_ROUNDS = 5;

const FAULTS: readonly Fault[] = [
  'reset',
  'reset after commit',
  'hang after commit',
  'hang',
  '500',
  '500 that is remembered',
  '429',
  'declined',
  'authentication required',
];

type Random = (below: number) => number;

/** Returns a deterministic generator of integers below a limit. */
function seeded(seed: number): Random {
  const random = randomFrom(seed);
  return (below) => Math.floor(random() * below);
}

/** The possible steps: actions of the household, of Stripe and of the bank, and network faults. */
const DOINGS: readonly ((parts: CardServer, home: Home, random: Random) => Promise<unknown>)[] = [
  (_parts, home) => home.move('pause'),
  (_parts, home) => home.move('resume'),
  (_parts, home) => home.move('cancel', { immediate: false }),
  (_parts, home) => home.move('cancel', { immediate: true }),
  (_parts, home) => home.move('reactivate'),
  (_parts, home) => home.move('reactivate'),
  (_parts, home) => Promise.all([home.move('reactivate'), home.move('reactivate')]),
  (_parts, home) => home.another(GOOD_CARD),
  (_parts, home) => home.another(DECLINED_AT_CHARGES),
  async (_parts, home, random) => home.cardTurns(random(2) ? 'good' : 'declined at charges'),
  async (_parts, home) => home.endThere(),
  (parts, home, random) => home.later(new Date(nowOf(parts) + (1 + random(40)) * DAY_MS)),
  (_parts, home) => home.tell(),
  (parts, home, random) => parts.deliver(shuffled(home.events(), random).slice(0, 4)),
  (parts) => reconcile(parts),
];

/**
 * Runs one household through a random sequence of actions, faults and events, and then reconciles
 * it. Returns the inconsistencies as sentences; empty if there are none.
 */
export async function faultsOfSequence(parts: CardServer, seed: number): Promise<string[]> {
  const random = seeded(seed);
  const home = await parts.household();
  for (let step = 0; step < STEPS; step += 1) {
    if (random(3) === 0) {
      const fault = FAULTS[random(FAULTS.length)];
      const path = /^\/v1\/(customers|subscriptions|invoices)/;
      const method = random(4) === 0 ? 'DELETE' : 'POST';
      if (fault) parts.stripe.fault({ method, path, times: 1 + random(2) }, fault);
    }
    await DOINGS[random(DOINGS.length)]?.(parts, home, random);
    const live = home.subscriptions().filter((one) => !hasEnded(one));
    if (live.length > 1)
      return [`seed ${seed}: ${live.length} subscriptions live after step ${step}`];
  }
  return faultsWhenQuiet(parts, home, seed, random);
}

async function faultsWhenQuiet(parts: CardServer, home: Home, seed: number, random: Random) {
  parts.stripe.faultsOver();
  // Advances the clock by more than a day, after which all pending requests have ended.
  parts.server.clock.advance(DAY_MS + 1);
  await parts.deliver(shuffled(home.events(), random));
  await reconcile(parts);
  const live = home.subscriptions().filter((one) => !hasEnded(one));
  const stored = await parts.server.database.inHousehold(home.accountId, (db) =>
    findSubscription(db, home.accountId),
  );
  const there = home.subscriptions().find(({ id }) => id === stored?.payment?.id);
  const faults: string[] = [];
  if (live.length > 1) faults.push(`${live.length} subscriptions live`);
  if (live.length === 1 && live[0]?.id !== there?.id)
    faults.push('another one lives than is stored');
  if (there === undefined || stored === undefined) faults.push('what is stored is not there');
  else if (
    !isDeepStrictEqual(
      { ...stored, renewalDay: undefined },
      { ...asSubscription(there, stored), renewalDay: undefined },
    )
  ) {
    faults.push(
      `stored is ${JSON.stringify(stored)}, there is ${JSON.stringify(asSubscription(there))}`,
    );
  }
  return [...faults, ...parts.stripe.misuses].map((fault) => `seed ${seed}: ${fault}`);
}

/** A run that fails on a busy machine is repeated, as in production. */
async function reconcile({ server }: CardServer): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await server.jobs('reconciliation');
      return;
    } catch (error) {
      if (!isOutcomeUnknown(error) || tries === MAX_ROUNDS) throw error;
    }
  }
}

function nowOf({ server }: CardServer): number {
  return server.clock.now().getTime();
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random(left.length), 1));
}
