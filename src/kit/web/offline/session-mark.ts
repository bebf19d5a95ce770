import { keepHere, keptHere } from '../kept-here.ts';
import { CACHE_PREFIX } from './cache-names.ts';

/** Names the session whose answers are persisted: every tab sees when it is another one. */
const PLACE = 'kept-for';

/** The mark of the session with whose answers a page may start. */
const START_PLACE = 'starts-for';

/** The mark of the present sign-in; undefined in a browser that keeps nothing. */
export function sessionMark(): string | undefined {
  const known = presentMark();
  if (known !== null) return known;
  const made = String(Math.random());
  return keepHere(PLACE, made) ? made : undefined;
}

/** Whether nobody has signed out, and nobody else in, since that mark was read. */
export function isSameSession(mark: string | undefined): boolean {
  return mark !== undefined && presentMark() === mark;
}

/** Whether this browser keeps nothing of anybody: nobody was here, or whoever was has left. */
export function isNobodys(): boolean {
  return presentMark() === null;
}

/** Notes that a page of that session may start with what is kept; else with what the server answers. */
export function noteStart(mark: string | undefined): void {
  if (mark !== undefined) keepHere(START_PLACE, mark);
}

/** Whether a page may start with what is kept of the present session. */
export function mayStart(): boolean {
  const mark = presentMark();
  return mark !== null && keptHere(START_PLACE) === mark;
}

const presentMark = () => keptHere(PLACE);

/** Removes all that this browser keeps of a household, and all that other tabs would still add. */
export async function forgetPersisted(): Promise<void> {
  keepHere(PLACE, undefined);
  keepHere(START_PLACE, undefined);
  try {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(CACHE_PREFIX)).map((name) => caches.delete(name)),
    );
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  await forgetDatabases().catch(() => undefined);
}

/** What is to be sent in this session, and in no other. */
async function forgetDatabases(): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (name?.startsWith(CACHE_PREFIX)) indexedDB.deleteDatabase(name);
  }
}
