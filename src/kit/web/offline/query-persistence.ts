import type { Query, QueryClient } from '@tanstack/react-query';
import { MINUTE_MS, SECOND_MS } from '#kit/shared/durations.ts';
import { QUERIES_CACHE } from './cache-names.ts';
import { isSameOwner, type Owner } from './owner.ts';
import {
  nameOf,
  type PersistedAnswer,
  type PersistenceRule,
  ruleFor,
  worthShowing,
} from './persistence-rules.ts';
import { isSameSession, noteStart, sessionMark } from './session-mark.ts';

/** The one address in its cache. */
const PLACE = '/kept-answers';

/** What comes within this is written at once, in milliseconds. */
const GATHER_MS = SECOND_MS;

/** An answer that stays the same is noted as read again this often, in milliseconds. */
const NOTE_AGAIN_MS = 10 * MINUTE_MS;

interface Kept {
  /** Whose answers these are. */
  readonly owner: Owner;
  /** Of which build: another one may read them otherwise, unless they are for every build. */
  readonly build: string;
  readonly answers: readonly PersistedAnswer[];
}

/**
 * Puts what the device keeps into every query of `client` that knows nothing yet; each is read again
 * where it is shown. With an `owner`, only what is theirs. Answers whether there was anything.
 */
export async function restoreAnswers(client: QueryClient, owner?: Owner): Promise<boolean> {
  const kept = await keptAnswers(owner);
  if (kept === undefined) return false;
  putAnswers(client, kept.answers);
  return true;
}

/** What the device keeps and may still show, and whose it is; with an `owner`, only what is theirs. */
export async function keptAnswers(
  owner?: Owner,
): Promise<Pick<Kept, 'owner' | 'answers'> | undefined> {
  const kept = await readKept(owner);
  return kept && { owner: kept.owner, answers: worthShowing(kept.answers, Date.now()) };
}

/** Puts kept answers into the queries that know nothing yet; each is read again where it is shown. */
export function putAnswers(client: QueryClient, answers: readonly PersistedAnswer[]): void {
  for (const { key, data, readAt } of answers) {
    if (client.getQueryData(key) !== undefined) continue;
    client.setQueryData(key, data, { updatedAt: readAt });
    void client.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
  }
}

/** What the device keeps of its owner under that key, however old it is. */
export async function persistedAnswer<Data>(owner: Owner, key: string): Promise<Data | undefined> {
  const kept = await readKept(owner);
  const answer = kept?.answers.find((answer) => answer.key[0] === key);
  // Who names the key knows what is kept under it.
  return answer?.data as Data | undefined;
}

interface Keeping {
  readonly owner: Owner;
  /** Since when it is this owner who is here: milliseconds, by this device's clock. */
  readonly cameAt: number;
  readonly rules: readonly PersistenceRule[];
  /** Their pages may start with what is kept, before the server has answered. */
  readonly mayStart: boolean;
  /** Hears of all that is kept, each time that it has been written. */
  onKept(answers: readonly PersistedAnswer[]): void;
}

/** For whom each client was read last, and since when it is for nobody else. */
const readers = new WeakMap<QueryClient, { readonly owner: Owner; readonly since: number }>();

/** When the first answer was read that can be this owner's: what was read for another is not kept. */
function ownSince(client: QueryClient, { owner, cameAt }: Keeping): number {
  const before = readers.get(client);
  if (before !== undefined && isSameOwner(before.owner, owner)) return before.since;
  const since = before === undefined ? 0 : cameAt;
  readers.set(client, { owner, since });
  return since;
}

/** Keeps on the device what `client` reads from now on, by those rules. Returns what ends it. */
export function persistQueries(client: QueryClient, keeping: Keeping): () => void {
  if (!('caches' in window)) return () => undefined;
  const mark = sessionMark();
  const { owner, rules, mayStart, onKept } = keeping;
  const since = ownSince(client, keeping);
  let isOver = false;
  const answers = new Map<string, PersistedAnswer>();
  /** What each answer was made of. */
  const noted = new Map<string, unknown>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = async () => {
    timer = undefined;
    const place = await caches.open(QUERIES_CACHE);
    // Somebody signed out, or somebody else signed in, in another tab.
    if (!isSameSession(mark)) return end();
    const all = [...answers.values()];
    const kept: Kept = { owner, build: buildOf(document), answers: all };
    await place.put(PLACE, Response.json(kept));
    if (mayStart) noteStart(mark);
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
    // A full or forbidden store keeps what it had.
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
    // What was read before, and not again since this page was opened.
    for (const answer of kept?.answers ?? []) {
      const rule = ruleFor(answer.key, rules);
      if (rule && !answers.has(nameOf(rule))) answers.set(nameOf(rule), answer);
    }
    for (const query of client.getQueryCache().getAll()) note(query);
  });
  return end;
}

/** What is kept of that owner, or of whoever it is. */
async function readKept(owner?: Owner): Promise<Kept | undefined> {
  if (!('caches' in window)) return undefined;
  try {
    const answer = await (await caches.open(QUERIES_CACHE)).match(PLACE);
    // Written above, by this build or another.
    const kept: Kept | undefined = await answer?.json();
    if (kept === undefined || (owner !== undefined && !isSameOwner(owner, kept.owner))) return;
    const isOurs = kept.build === buildOf(document);
    const answers = kept.answers.filter(({ isForEveryBuild }) => isOurs || isForEveryBuild);
    return { ...kept, answers };
  } catch {
    // A browser that keeps nothing, or what a power cut left half written.
    return undefined;
  }
}

/** The page's first script is named by its content, and by that of all that it may load. */
function buildOf({ scripts }: Document): string {
  return [...scripts].find(({ type }) => type === 'module')?.src ?? '';
}
