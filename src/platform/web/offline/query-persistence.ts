import type { Query, QueryClient } from '@tanstack/react-query';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { QUERIES_CACHE } from './cache-names.ts';
import { isSameOwner, type Owner } from './owner.ts';
import {
  nameOf,
  type PersistedAnswer,
  type PersistenceRule,
  ruleFor,
  worthShowing,
} from './persistence-rules.ts';
import { isSameSession, recordStart, sessionMark } from './session-mark.ts';

/** Key of the single entry in the cache. */
const PLACE = '/kept-answers';

/** Answers that arrive within this time are written to the cache together; in milliseconds. */
const GATHER_MS = SECOND_MS;

/** Minimum interval for updating the read time of an unchanged answer, in milliseconds. */
const NOTE_AGAIN_MS = 10 * MINUTE_MS;

interface Kept {
  readonly owner: Owner;
  /** The build that wrote the answers, because the formats may differ between builds. */
  readonly build: string;
  readonly answers: readonly PersistedAnswer[];
}

/**
 * Puts the stored answers into those queries of `client` that have no data. With an `owner`, only
 * the answers of that person. Each query is fetched again when a screen uses it. Resolves with true
 * if there were any answers.
 */
export async function restoreAnswers(client: QueryClient, owner?: Owner): Promise<boolean> {
  const kept = await persistedAnswers(owner);
  if (kept === undefined) return false;
  putAnswers(client, kept.answers);
  return true;
}

/**
 * Returns the stored answers that may still be shown, and their owner. With an `owner`, only the
 * answers of that person.
 */
export async function persistedAnswers(
  owner?: Owner,
): Promise<Pick<Kept, 'owner' | 'answers'> | undefined> {
  const kept = await readKept(owner);
  return kept && { owner: kept.owner, answers: worthShowing(kept.answers, Date.now()) };
}

/**
 * Puts stored answers into those queries that have no data. Each query is fetched again when a
 * screen uses it.
 */
export function putAnswers(client: QueryClient, answers: readonly PersistedAnswer[]): void {
  for (const { key, data, readAt } of answers) {
    if (client.getQueryData(key) !== undefined) continue;
    client.setQueryData(key, data, { updatedAt: readAt });
    void client.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
  }
}

/** Returns the owner's stored answer for a key, regardless of its age. */
export async function persistedAnswer<Data>(owner: Owner, key: string): Promise<Data | undefined> {
  const kept = await readKept(owner);
  const answer = kept?.answers.find((answer) => answer.key[0] === key);
  // The cast is safe: the caller names the type of the answer under its key.
  return answer?.data as Data | undefined;
}

interface Keeping {
  readonly owner: Owner;
  /** Time at which this owner signed in, in milliseconds of the device's clock. */
  readonly cameAt: number;
  readonly rules: readonly PersistenceRule[];
  /**
   * True if a page may start with the stored answers of this owner before the server has answered.
   */
  readonly mayStart: boolean;
  /** Called with all stored answers after each write. */
  onKept(answers: readonly PersistedAnswer[]): void;
}

/** The last owner of each client, and the time from which its answers belong to that owner. */
const readers = new WeakMap<QueryClient, { readonly owner: Owner; readonly since: number }>();

/**
 * Returns the time from which the client's answers belong to this owner. Answers that were read
 * earlier, for another owner, are not stored.
 */
function ownSince(client: QueryClient, { owner, cameAt }: Keeping): number {
  const before = readers.get(client);
  if (before !== undefined && isSameOwner(before.owner, owner)) return before.since;
  const since = before === undefined ? 0 : cameAt;
  readers.set(client, { owner, since });
  return since;
}

/**
 * Stores the answers that `client` reads, according to the rules. Returns a function that stops
 * this.
 */
export function persistQueries(client: QueryClient, keeping: Keeping): () => void {
  if (!('caches' in window)) return () => undefined;
  const mark = sessionMark();
  const { owner, rules, mayStart, onKept } = keeping;
  const since = ownSince(client, keeping);
  let isOver = false;
  const answers = new Map<string, PersistedAnswer>();
  /** The query data from which each stored answer was created, to detect changes. */
  const noted = new Map<string, unknown>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = async () => {
    timer = undefined;
    const place = await caches.open(QUERIES_CACHE);
    // Stops if the user has signed out or another user has signed in, in another tab.
    if (!isSameSession(mark)) return end();
    const all = [...answers.values()];
    const kept: Kept = { owner, build: buildOf(document), answers: all };
    await place.put(PLACE, Response.json(kept));
    if (mayStart) recordStart(mark);
    onKept(all);
  };
  const note = ({ queryKey: key, state }: Query) => {
    const { data, dataUpdatedAt: readAt, fetchStatus } = state;
    const rule = ruleFor(key, rules);
    if (rule === undefined || data === undefined || fetchStatus !== 'idle') return;
    if (isOver || readAt < since) return;
    const name = nameOf(rule);
    const isKnown = noted.get(name) === data;
    if (isKnown && readAt - (answers.get(name)?.readAt ?? 0) < NOTE_AGAIN_MS) return;
    noted.set(name, data);
    const part = rule.partOf === undefined ? data : rule.partOf(data);
    if (part === undefined) return;
    const { longestMs, isForEveryBuild } = rule;
    answers.set(name, { key, data: part, readAt, showUntil: readAt + longestMs, isForEveryBuild });
    // If storage is full or forbidden, the error is ignored, and the previous content remains.
    timer ??= setTimeout(() => void write().catch(() => undefined), GATHER_MS);
  };
  const stopHearing = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated') note(query);
  });
  function end() {
    isOver = true;
    stopHearing();
    clearTimeout(timer);
  }

  void readKept(owner).then((kept) => {
    // Adds answers that an earlier page stored and that this page has not read again.
    for (const answer of kept?.answers ?? []) {
      const rule = ruleFor(answer.key, rules);
      if (rule && !answers.has(nameOf(rule))) answers.set(nameOf(rule), answer);
    }
    for (const query of client.getQueryCache().getAll()) note(query);
  });
  return end;
}

/** Reads the stored answers of the owner, or of any owner if undefined. */
async function readKept(owner?: Owner): Promise<Kept | undefined> {
  if (!('caches' in window)) return undefined;
  try {
    const answer = await (await caches.open(QUERIES_CACHE)).match(PLACE);
    // The format is trusted: only this module writes the cache, in this or another build.
    const kept: Kept | undefined = await answer?.json();
    if (kept === undefined || (owner !== undefined && !isSameOwner(owner, kept.owner))) return;
    const isOurs = kept.build === buildOf(document);
    const answers = kept.answers.filter(({ isForEveryBuild }) => isOurs || isForEveryBuild);
    return { ...kept, answers };
  } catch {
    // Storage is not allowed, or the content is incomplete after a power failure.
    return undefined;
  }
}

/** Returns the URL of the page's main script, which contains a hash of its content and imports. */
function buildOf({ scripts }: Document): string {
  return [...scripts].find(({ type }) => type === 'module')?.src ?? '';
}
