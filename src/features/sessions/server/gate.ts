import { LRUCache } from 'lru-cache';
import type { Database } from '#database/connect.ts';
import { isExpired } from '#features/subscription/period.ts';
import type { Gate } from '#kit/server/answer.ts';
import type { Caller } from '#kit/server/feature.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { extendSession, findSession, hashOf, type SessionRow } from './session-rows.ts';

const MOST_SESSIONS = 50_000;

/** A remembered session is read again after 15 to 60 minutes, each after its own time. */
const SHORTEST_MS = 15 * 60_000;
const LONGEST_MS = 60 * 60_000;

const DAY_MS = 24 * 3600 * 1000;

interface Remembered {
  readonly caller: Caller;
  readonly until: number;
}

/** Knows who a token stands for, from memory between calls and from the database otherwise. */
export function sessionGate(database: Database): Gate {
  const remembered = new LRUCache<string, Remembered>({ max: MOST_SESSIONS });
  let deaf = false;
  // Counts the drops, so that a row read before one is not remembered after it.
  let drops = 0;

  async function lookUp(token: string, now: Date): Promise<Caller | undefined> {
    const before = drops;
    const tokenHash = hashOf(token);
    const row = await database.asSystem(async (db) => {
      const found = await findSession(db, tokenHash, now);
      if (found === undefined) return undefined;
      const unseen = now.getTime() - found.session.lastSeenAt.getTime();
      if (unseen < DAY_MS) return found;
      const expiresAt = await extendSession(db, found.session, now);
      return { ...found, session: { ...found.session, expiresAt, lastSeenAt: now } };
    });
    if (row === undefined) return undefined;
    const caller = callerOf(row);
    if (!deaf && before === drops) {
      remembered.set(tokenHash, { caller, until: forgetAt(row, now) });
    }
    return caller;
  }

  return {
    lookUp,
    remembered(token, now) {
      const known = remembered.get(hashOf(token));
      return known !== undefined && now.getTime() < known.until ? known.caller : undefined;
    },
    forgetHousehold(accountId) {
      drops += 1;
      for (const [tokenHash, { caller }] of remembered.entries()) {
        if (caller.account.id === accountId) remembered.delete(tokenHash);
      }
    },
    setDeaf(value) {
      deaf = value;
      drops += 1;
      remembered.clear();
    },
  };
}

function callerOf({ session, role, subscription }: SessionRow): Caller {
  return {
    account: { id: session.accountId },
    user: { id: session.userId, role },
    tokenHash: session.tokenHash,
    deviceName: session.deviceName,
    refusalAt: (now) => (isExpired(subscription, now) ? subscriptionExpired() : undefined),
  };
}

export function subscriptionExpired(): Refusal {
  return new Refusal(403, 'Subscription expired', { more: { subscriptionExpired: true } });
}

function forgetAt({ session }: SessionRow, now: Date): number {
  const lifetime = SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS);
  const nextExtension = session.lastSeenAt.getTime() + DAY_MS;
  return Math.min(now.getTime() + lifetime, session.expiresAt.getTime(), nextExtension);
}
