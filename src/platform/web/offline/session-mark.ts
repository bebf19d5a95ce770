import { readLocal, writeLocal } from '../local-values.ts';
import { CACHE_PREFIX } from './cache-names.ts';

/** Storage key of a mark that identifies the session. All tabs detect a change of the mark. */
const PLACE = 'kept-for';

/** Storage key of the mark of the session whose stored answers a page may start with. */
const START_PLACE = 'starts-for';

/** Returns the mark of the current session; undefined if storage is not allowed. */
export function sessionMark(): string | undefined {
  const known = presentMark();
  if (known !== null) return known;
  const made = String(Math.random());
  return writeLocal(PLACE, made) ? made : undefined;
}

/** True if neither a sign-out nor another sign-in has happened since the mark was read. */
export function isSameSession(mark: string | undefined): boolean {
  return mark !== undefined && presentMark() === mark;
}

/**
 * True if this browser stores no data of a user: no user has signed in yet, or the last one has
 * signed out.
 */
export function isNobodys(): boolean {
  return presentMark() === null;
}

/** Allows pages of the session with this mark to start with stored answers. */
export function recordStart(mark: string | undefined): void {
  if (mark !== undefined) writeLocal(START_PLACE, mark);
}

/** True if a page may start with the stored answers of the current session. */
export function mayStart(): boolean {
  const mark = presentMark();
  return mark !== null && readLocal(START_PLACE) === mark;
}

const presentMark = () => readLocal(PLACE);

/** Deletes all stored data of a household, and prevents further writes by other tabs. */
export async function forgetPersisted(): Promise<void> {
  writeLocal(PLACE, undefined);
  writeLocal(START_PLACE, undefined);
  try {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(CACHE_PREFIX)).map((name) => caches.delete(name)),
    );
  } catch {
    // Ignored: without storage there is no data to delete.
  }
  await forgetDatabases().catch(() => undefined);
}

/** Deletes outboxes, whose entries may only be sent in this session. */
async function forgetDatabases(): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (name?.startsWith(CACHE_PREFIX)) indexedDB.deleteDatabase(name);
  }
}
