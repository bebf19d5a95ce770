import type { QueryClient } from '@tanstack/react-query';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { formatDay } from '#kit/shared/zoned-time.ts';
import { wakeAt } from '#kit/web/exact-timer.ts';
import { keepHere } from '#kit/web/kept-here.ts';
import { isSameOwner, type Owner } from '#kit/web/offline/owner.ts';
import { persistedAnswer } from '#kit/web/offline/query-persistence.ts';
import { clockSkew, serverNow, startWithSkew } from '#kit/web/server-clock.ts';
import { showStoredDoses } from '../dose-store.ts';
import { dosesAnsweredAt, KNOWN_DOSES } from '../todays-doses.ts';
import { dosesKnownAt, type KnownDoses } from './dose-snapshot.ts';

/** What is kept, of whom, and how far this device's clock was ahead of the server's. */
interface Kept extends KnownDoses {
  readonly owner: Owner;
  readonly skew: number;
}

/** What has not changed is kept again after this: that it was answered again matters little. */
const AGAIN_AFTER_MS = 10 * MINUTE_MS;

/** Where an earlier version kept the same; it lies there no longer than until this one has started. */
const EARLIER_PLACE = 'known-doses';

let lastKept: Kept | undefined;
/** Who is here, and since when nobody else is. */
let present: { readonly owner: Owner; readonly since: number } | undefined;
let cancel: () => void = () => undefined;

/** What an earlier page knew, for one that starts without a connection. */
export async function recallDoses(owner: Owner): Promise<void> {
  keepHere(EARLIER_PLACE, undefined);
  if (present === undefined || !isSameOwner(present.owner, owner)) {
    present = { owner, since: present === undefined ? 0 : Date.now() };
  }
  const kept = await persistedAnswer<Kept>(owner, KNOWN_DOSES[0]);
  // What the server said in this page goes before what it said in an earlier one.
  if (kept === undefined || dosesAnsweredAt() !== 0 || !isSameOwner(kept.owner, owner)) return;
  startWithSkew(kept.skew);
  layOut(kept, undefined);
}

/**
 * The server has answered: keeps what it said, and goes on from there when it no longer holds. What
 * was read (`readAt`, by this device's clock) while another person was here is not theirs to keep.
 */
export function noteKnownDoses(
  client: QueryClient,
  owner: Owner,
  { readAt, ...known }: KnownDoses & { readonly readAt: number },
): void {
  if (present === undefined || readAt < present.since || !areOfOneList(known)) {
    stopLayingOut();
    return;
  }
  if (!isKept(owner, known)) {
    lastKept = { ...known, owner, skew: clockSkew() };
    client.setQueryData(KNOWN_DOSES, lastKept);
  }
  layOut(known, known.doses);
}

/** Two answers can be those of two moments, and of two households where the person has changed. */
function areOfOneList({ medications, doses }: KnownDoses): boolean {
  const ids = new Set(medications.map(({ id }) => id));
  return doses.every(({ medicationId }) => ids.has(medicationId));
}

function isKept(owner: Owner, { at, timezone, medications, doses }: KnownDoses): boolean {
  return (
    lastKept !== undefined &&
    isSameOwner(lastKept.owner, owner) &&
    lastKept.doses === doses &&
    lastKept.medications === medications &&
    lastKept.timezone === timezone &&
    Math.abs(at - lastKept.at) < AGAIN_AFTER_MS
  );
}

/** Shows what is due whenever time alone changes it; `answered` is on the screen already. */
function layOut(known: KnownDoses, answered: KnownDoses['doses'] | undefined): void {
  cancel();
  const { doses, validUntil, isOld } = dosesKnownAt(known, serverNow());
  showStoredDoses({
    doses: doses === answered ? undefined : doses,
    oldSince: isOld ? formatDay(new Date(known.at), known.timezone) : undefined,
  });
  cancel = wakeAt(validUntil, () => layOut(known, answered));
}

/** The answer of the server alone counts. */
export function stopLayingOut(): void {
  cancel();
  showStoredDoses({ doses: undefined, oldSince: undefined });
}
