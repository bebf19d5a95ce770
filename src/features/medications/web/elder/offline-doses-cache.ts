import type { QueryClient } from '@tanstack/react-query';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { formatDay } from '#platform/shared/zoned-time.ts';
import { wakeAt } from '#platform/web/exact-timer.ts';
import { writeLocal } from '#platform/web/local-values.ts';
import { isSameOwner, type Owner } from '#platform/web/offline/owner.ts';
import { persistedAnswer } from '#platform/web/offline/query-persistence.ts';
import { clockSkew, serverNow, startWithSkew } from '#platform/web/server-clock.ts';
import { showStoredDoses } from '../dose-store.ts';
import { dosesAnsweredAt, KNOWN_DOSES } from '../todays-doses.ts';
import { dosesKnownAt, type KnownDoses } from './dose-snapshot.ts';

/** The stored doses, with their owner and the offset of this device's clock from the server's. */
interface Kept extends KnownDoses {
  readonly owner: Owner;
  readonly skew: number;
}

/**
 * Unchanged data are stored again at most this often, because only the time of the response would
 * differ.
 */
const AGAIN_AFTER_MS = 10 * MINUTE_MS;

/** The localStorage key of an earlier version; it is deleted when this version starts. */
const EARLIER_PLACE = 'known-doses';

let lastKept: Kept | undefined;
/** The signed-in person, and since when. */
let present: { readonly owner: Owner; readonly since: number } | undefined;
let cancel: () => void = () => undefined;

/** Loads the doses that an earlier page stored, for a page that starts without a connection. */
export async function recallDoses(owner: Owner): Promise<void> {
  writeLocal(EARLIER_PLACE, undefined);
  if (present === undefined || !isSameOwner(present.owner, owner)) {
    present = { owner, since: present === undefined ? 0 : Date.now() };
  }
  const kept = await persistedAnswer<Kept>(owner, KNOWN_DOSES[0]);
  // A server response received in this page takes precedence over the stored data.
  if (kept === undefined || dosesAnsweredAt() !== 0 || !isSameOwner(kept.owner, owner)) return;
  startWithSkew(kept.skew);
  layOut(kept, undefined);
}

/**
 * Stores a server response, and shows the doses computed from it when it is no longer valid. Data
 * that were fetched (`readAt`, by this device's clock) for another person are not stored.
 */
export function storeKnownDoses(
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

/**
 * True if the medications and the doses are from the same list. Their two responses can be of
 * different times, or of two households if another person has signed in.
 */
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

/**
 * Shows the due doses, and again each time they change because time passes. `answered` are the
 * doses of the server response, which is already on the screen.
 */
function layOut(known: KnownDoses, answered: KnownDoses['doses'] | undefined): void {
  cancel();
  const { doses, validUntil, isOld } = dosesKnownAt(known, serverNow());
  showStoredDoses({
    doses: doses === answered ? undefined : doses,
    oldSince: isOld ? formatDay(new Date(known.at), known.timezone) : undefined,
  });
  cancel = wakeAt(validUntil, () => layOut(known, answered));
}

/** Stops showing computed doses; only the server's response is shown from then on. */
export function stopLayingOut(): void {
  cancel();
  showStoredDoses({ doses: undefined, oldSince: undefined });
}
