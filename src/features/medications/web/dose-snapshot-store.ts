import { clockSkew } from '#kit/web/server-clock.ts';
import type { KnownDoses } from './dose-snapshot.ts';
import { KNOWN_DOSES } from './dose-snapshot-key.ts';
import type { Owner } from './outbox.ts';

/** What is kept, of whom, and how far this device's clock was ahead of the server's. */
interface Kept extends KnownDoses, Owner {
  readonly version: typeof VERSION;
  readonly skew: number;
}

/** Of another one nothing is read. */
const VERSION = 1;

/** What has not changed is kept again after this: that it was answered again matters little. */
const AGAIN_AFTER_MS = 10 * 60_000;

let lastKept: KnownDoses | undefined;

/** Keeps what is known of doses on the tablet, for when it starts without a connection. */
export function keepKnownDoses(owner: Owner, known: KnownDoses): void {
  if (lastKept !== undefined && isAsGood(lastKept, known)) return;
  lastKept = known;
  const kept: Kept = { ...known, ...owner, version: VERSION, skew: clockSkew() };
  try {
    localStorage.setItem(KNOWN_DOSES, JSON.stringify(kept));
  } catch {
    // Full or forbidden: the doses are then known for as long as the page lives.
  }
}

function isAsGood(kept: KnownDoses, known: KnownDoses): boolean {
  return (
    kept.doses === known.doses &&
    kept.medications === known.medications &&
    kept.timezone === known.timezone &&
    Math.abs(known.at - kept.at) < AGAIN_AFTER_MS
  );
}

/** What was kept for that person, and for nobody else. */
export function knownDosesOf({ person, household }: Owner): Kept | undefined {
  const kept = read();
  return kept?.person === person && kept.household === household ? kept : undefined;
}

function read(): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KNOWN_DOSES) ?? 'null');
    return isKept(kept) ? kept : undefined;
  } catch {
    // A browser that keeps nothing, or something else under that name.
    return undefined;
  }
}

/** Nothing but `keepKnownDoses` writes there; a version says which. */
function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' && value !== null && 'version' in value && value.version === VERSION
  );
}
