import type { Database } from '#database/connect.ts';
import { graceEnd, isExpired } from '#features/entitlement/period.ts';
import type { Caller } from '#kit/server/feature.ts';
import { BoundedCache } from '#kit/server/http/bounded-cache.ts';
import type { Gate } from '#kit/server/http/dispatch.ts';
import { inPieces } from '#kit/server/jobs/in-pieces.ts';
import { singleFlight } from '#kit/server/jobs/single-flight.ts';
import { HOUR_MS, MINUTE_MS } from '#kit/shared/durations.ts';
import { type Refusal, some } from '#kit/shared/refusal.ts';
import { sessionRefusal, sessionRefusals } from '../refusals.ts';
import {
  extendSession,
  findSession,
  hashOf,
  nextExtension,
  type SessionRow,
  storeUses,
  TABLET,
} from './session-rows.ts';

/** A remembered session is read again after 15 to 60 minutes, each after its own time. */
const SHORTEST_MS = 15 * MINUTE_MS;
const LONGEST_MS = HOUR_MS;

/** Of a gate beside which no other process is. */
const ALL_FOLLOWED: Parameters<Gate['followBy']>[0] = {
  follow: async () => undefined,
  mark: () => 0,
  isFollowedSince: () => true,
};

interface Remembered {
  readonly caller: Caller;
  readonly until: number;
}

/** Knows who a token stands for, from memory between calls and from the database otherwise. */
export function sessionGate(database: Database, mostSessions = 100_000): Gate {
  const ofHousehold = new Map<string, Set<string>>();
  const remembered = new BoundedCache<Remembered>({
    most: mostSessions,
    onLeave(tokenHash, { caller }) {
      const all = ofHousehold.get(caller.account.id);
      all?.delete(tokenHash);
      if (all?.size === 0) ofHousehold.delete(caller.account.id);
    },
  });
  // When each session was used last, in milliseconds, since that was stored.
  let uses = new Map<string, number>();
  let deaf = false;
  let following = ALL_FOLLOWED;
  // Counts the drops, so that a row read before one is not remembered after it.
  let drops = 0;

  const once = singleFlight<Caller | undefined>();

  /** What was begun before a drop is nobody's after it. */
  function lookUp(token: string, now: Date): Promise<Caller | undefined> {
    const tokenHash = hashOf(token);
    return once(`${drops} ${tokenHash}`, () => readCaller(tokenHash, now));
  }

  async function readCaller(tokenHash: string, now: Date): Promise<Caller | undefined> {
    const before = drops;
    const mark = following.mark();
    const row = await readAndExtend(database, tokenHash, now);
    if (row === undefined) return undefined;
    uses.set(tokenHash, now.getTime());
    const caller = callerOf(row);
    const { accountId } = row.session;
    // Whose it is, is known only now: the next time it is remembered.
    if (!following.isFollowedSince(accountId, mark)) void following.follow(accountId);
    else if (!deaf && before === drops) remember({ caller, until: forgetAt(row, now) }, now);
    return caller;
  }

  function remember(known: Remembered, now: Date) {
    const { account, tokenHash } = known.caller;
    if (!remembered.set(tokenHash, known, 1, now.getTime())) return;
    const all = ofHousehold.get(account.id) ?? new Set();
    ofHousehold.set(account.id, all.add(tokenHash));
  }

  return {
    refusals: some(sessionRefusals, 'subscription-expired', 'household-busy'),
    lookUp,
    remembered(token, now) {
      const tokenHash = hashOf(token);
      const known = remembered.get(tokenHash, now.getTime());
      if (known === undefined || now.getTime() >= known.until) return undefined;
      uses.set(tokenHash, now.getTime());
      return known.caller;
    },
    lastUse(tokenHash) {
      const at = uses.get(tokenHash);
      return at === undefined ? undefined : new Date(at);
    },
    async storeUses() {
      if (uses.size === 0) return;
      const all = [...uses];
      uses = new Map();
      const { undone, errors } = await storeInPieces(database, all);
      // What was used again meanwhile has a later time.
      uses = new Map([...undone, ...uses]);
      if (errors.length > 0) throw errors[0];
    },
    forgetHousehold(accountId) {
      drops += 1;
      for (const tokenHash of [...(ofHousehold.get(accountId) ?? [])]) remembered.delete(tokenHash);
    },
    has: (accountId) => ofHousehold.has(accountId),
    followBy(given) {
      following = given;
    },
    setBypassed(value) {
      deaf = value;
      drops += 1;
      remembered.clear();
    },
  };
}

/** Answers what could not be stored, and why. */
async function storeInPieces(database: Database, uses: readonly (readonly [string, number])[]) {
  const errors: unknown[] = [];
  const store = (piece: readonly (readonly [string, number])[]) =>
    database.asSystem((db) => storeUses(db, new Map(piece)));
  const undone = await inPieces(uses, store, (error) => errors.push(error));
  return { undone, errors };
}

function readAndExtend(database: Database, tokenHash: string, now: Date) {
  return database.asSystem(async (db) => {
    const found = await findSession(db, tokenHash, now);
    if (found === undefined) return undefined;
    if (now.getTime() < nextExtension(found.session)) return found;
    const expiresAt = await extendSession(db, found.session, now);
    return { ...found, session: { ...found.session, expiresAt, lastSeenAt: now } };
  });
}

function callerOf({ session, role, subscription, isBusy }: SessionRow): Caller {
  const isTablet = session.kind === TABLET.kind && role === 'user';
  return {
    account: { id: session.accountId },
    user: { id: session.userId, role },
    tokenHash: session.tokenHash,
    deviceName: session.deviceName,
    busy: isBusy ? sessionRefusal('household-busy') : undefined,
    refusalAt(now, isCare = false) {
      if (subscription === undefined) return subscriptionExpired();
      if (!isExpired(subscription, now)) return undefined;
      const goesOn = isCare && isTablet && now < graceEnd(subscription, now);
      return goesOn ? undefined : subscriptionExpired();
    },
  };
}

export function subscriptionExpired(): Refusal {
  return sessionRefusal('subscription-expired', { more: { subscriptionExpired: true } });
}

function forgetAt({ session }: SessionRow, now: Date): number {
  const lifetime = SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS);
  return Math.min(now.getTime() + lifetime, session.expiresAt.getTime(), nextExtension(session));
}
