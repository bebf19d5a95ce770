import { formatDay } from '#kit/shared/zoned-time.ts';
import { wakeAt } from '#kit/web/alarm-timer.ts';
import { serverNow, startWithSkew } from '#kit/web/server-clock.ts';
import { dosesKnownAt, type KnownDoses } from './dose-snapshot.ts';
import { keepKnownDoses, knownDosesOf } from './dose-snapshot-store.ts';
import { showStoredDoses } from './dose-store.ts';
import type { Owner } from './outbox.ts';

let cancel: () => void = () => undefined;

/** What an earlier page knew, for one that starts without a connection. */
export function recallDoses(owner: Owner): void {
  const kept = knownDosesOf(owner);
  if (kept === undefined) return;
  startWithSkew(kept.skew);
  layOut(kept, undefined);
}

/** The server has answered: keeps what it said, and goes on from there when it no longer holds. */
export function noteKnownDoses(owner: Owner, known: KnownDoses): void {
  keepKnownDoses(owner, known);
  layOut(known, known.doses);
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
