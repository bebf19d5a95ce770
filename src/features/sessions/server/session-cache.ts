import type { Database } from '#database/connect.ts';
import { graceEnd, isExpired } from '#features/entitlement/domain/period.ts';
import type { Caller } from '#platform/server/feature.ts';
import { BoundedCache } from '#platform/server/http/bounded-cache.ts';
import type { Gate } from '#platform/server/http/dispatch.ts';
import { BUSY, MAX_WAIT_MS } from '#platform/server/http/miss-admission.ts';
import { batchLoader } from '#platform/server/jobs/batch-loader.ts';
import { inPieces } from '#platform/server/jobs/in-pieces.ts';
import { singleFlight } from '#platform/server/jobs/single-flight.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { type Refusal, some } from '#platform/shared/refusal.ts';
import { sessionRefusal, sessionRefusals } from '../refusals.ts';
import {
  extended,
  extendSessions,
  findSessions,
  hashOf,
  isLiving,
  nextExtension,
  type SessionRow,
  storeUses,
  TABLET,
} from './session-rows.ts';

/** A cached session is read again after 15 to 60 minutes, at random, so that reads are spread. */
const MIN_DURATION_MS = 15 * MINUTE_MS;
const MAX_DURATION_MS = HOUR_MS;

/** The default for a single process, in which no invalidation can be missed. */
const ALL_FOLLOWED: Parameters<Gate['followBy']>[0] = {
  follow: async () => undefined,
  mark: () => 0,
  isFollowedSince: () => true,
};

/** Maximum number of sessions per statement, and of connections for these statements. */
const BATCHES = { atOnce: 2, most: 100, longestWaitMs: MAX_WAIT_MS, tooMany: BUSY };

interface Asked {
  readonly tokenHash: string;
  readonly now: Date;
}

interface Remembered {
  readonly caller: Caller;
  readonly until: number;
}

/**
 * Creates the session cache, which maps tokens to callers and reads missing ones from the database.
 */
export function sessionGate(database: Database, mostSessions = 100_000): Gate {
  const remembered = rememberedSessions(mostSessions);
  // Time of the last use of each session in milliseconds, as far as it is not stored yet.
  let uses = new Map<string, number>();
  let deaf = false;
  let following = ALL_FOLLOWED;
  // Counts the invalidations, so that a row that was read before an invalidation is not cached
  // after it.
  let drops = 0;

  const once = singleFlight<Caller | undefined>();

  const inBatch = batchLoader(BATCHES, async (asked: readonly Asked[]) => {
    const found = await readCallers(asked);
    return found.map((value) => ({ status: 'fulfilled', value }) as const);
  });

  /**
   * Finds a session, sharing one read among concurrent lookups. The number of invalidations is part
   * of the key, so that a lookup after an invalidation does not share a read from before it.
   */
  function lookUp(token: string, now: Date): Promise<Caller | undefined> {
    const tokenHash = hashOf(token);
    const alone = () => readCallers([{ tokenHash, now }]).then(([caller]) => caller);
    return once(`${drops} ${tokenHash}`, alone);
  }

  function lookUpInBatch(token: string, now: Date): Promise<Caller | undefined> {
    const tokenHash = hashOf(token);
    return once(`${drops} ${tokenHash} in a batch`, () => inBatch({ tokenHash, now }));
  }

  async function readCallers(asked: readonly Asked[]): Promise<(Caller | undefined)[]> {
    const before = drops;
    const mark = following.mark();
    const rows = await readAndExtend(database, asked);
    return asked.map(({ tokenHash, now }) => {
      const row = rows.get(tokenHash);
      if (row === undefined) return undefined;
      uses.set(tokenHash, now.getTime());
      const caller = callerOf(row);
      const { accountId } = row.session;
      // The session is not cached yet: the household was unknown before this read, so invalidations
      // of it may have been missed. The next read can be cached.
      if (!following.isFollowedSince(accountId, mark)) void following.follow(accountId);
      else if (!deaf && before === drops)
        remembered.keep({ caller, until: forgetAt(row, now) }, now);
      return caller;
    });
  }

  return {
    refusals: some(sessionRefusals, 'subscription-expired', 'household-busy'),
    lookUp,
    lookUpInBatch,
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
      // Sessions whose time could not be stored are kept for the next call, unless they were used
      // again meanwhile.
      uses = new Map([...undone, ...uses]);
      if (errors.length > 0) throw errors[0];
    },
    forgetHousehold(accountId) {
      drops += 1;
      remembered.forgetHousehold(accountId);
    },
    has: remembered.has,
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

/** The cached sessions by token hash and by household. */
function rememberedSessions(most: number) {
  const ofHousehold = new Map<string, Set<string>>();
  const entries = new BoundedCache<Remembered>({
    most,
    onLeave(tokenHash, { caller }) {
      const all = ofHousehold.get(caller.account.id);
      all?.delete(tokenHash);
      if (all?.size === 0) ofHousehold.delete(caller.account.id);
    },
  });
  return {
    get: (tokenHash: string, now: number) => entries.get(tokenHash, now),
    keep(known: Remembered, now: Date) {
      const { account, tokenHash } = known.caller;
      if (!entries.set(tokenHash, known, 1, now.getTime())) return;
      const all = ofHousehold.get(account.id) ?? new Set();
      ofHousehold.set(account.id, all.add(tokenHash));
    },
    has: (accountId: string) => ofHousehold.has(accountId),
    forgetHousehold(accountId: string) {
      for (const tokenHash of [...(ofHousehold.get(accountId) ?? [])]) entries.delete(tokenHash);
    },
    clear: () => entries.clear(),
  };
}

/** Returns the uses that could not be stored, and the errors. */
async function storeInPieces(database: Database, uses: readonly (readonly [string, number])[]) {
  const errors: unknown[] = [];
  const store = (piece: readonly (readonly [string, number])[]) =>
    database.asSystem((db) => storeUses(db, piece));
  const undone = await inPieces(uses, store, (error) => errors.push(error));
  return { undone, errors };
}

/** Returns the valid sessions among the requested ones, by token hash. */
function readAndExtend(
  database: Database,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, SessionRow>> {
  const times = new Map(asked.map(({ tokenHash, now }) => [tokenHash, now]));
  return database.asSystem(async (db) => {
    const living = new Map<string, SessionRow>();
    const due = new Map<string, SessionRow>();
    for (const row of await findSessions(db, [...times.keys()])) {
      const { tokenHash } = row.session;
      const now = times.get(tokenHash);
      if (now === undefined || !isLiving(row, now)) continue;
      living.set(tokenHash, row);
      if (now.getTime() < nextExtension(row.session)) continue;
      due.set(tokenHash, { ...row, session: extended(row.session, now) });
    }
    const stored = await extendSessions(
      db,
      [...due.values()].map(({ session }) => session),
    );
    for (const [tokenHash, row] of due) if (stored.has(tokenHash)) living.set(tokenHash, row);
    return living;
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
  const lifetime = MIN_DURATION_MS + Math.random() * (MAX_DURATION_MS - MIN_DURATION_MS);
  return Math.min(now.getTime() + lifetime, session.expiresAt.getTime(), nextExtension(session));
}
