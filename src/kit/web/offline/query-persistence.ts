import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { QUERIES_CACHE } from './cache-names.ts';
import {
  nameOf,
  type PersistedAnswer,
  type PersistenceRule,
  ruleFor,
  worthShowing,
} from './persistence-rules.ts';
import { isSameSession, sessionMark } from './session-mark.ts';

/** The one address in its cache. */
const PLACE = '/kept-answers';

/** What comes within this is written at once, in milliseconds. */
const GATHER_MS = 1000;

/** An answer that stays the same is noted as read again this often, in milliseconds. */
const NOTE_AGAIN_MS = 10 * 60_000;

interface Kept {
  /** Whose answers these are. */
  readonly owner: string;
  /** Of which build: another one may read them otherwise. */
  readonly build: string;
  readonly answers: readonly PersistedAnswer[];
}

/**
 * Puts what the tablet keeps into every query of `client` that knows nothing yet; each is read again
 * where it is shown. With an `owner`, only what is theirs. Answers whether there was anything.
 */
export async function restoreAnswers(client: QueryClient, owner?: string): Promise<boolean> {
  const kept = await readKept();
  if (kept === undefined || (owner !== undefined && owner !== kept.owner)) return false;
  for (const { key, data, readAt } of worthShowing(kept.answers, Date.now())) {
    if (client.getQueryData(key) !== undefined) continue;
    client.setQueryData(key, data, { updatedAt: readAt });
    void client.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
  }
  return true;
}

/** What `client` knows under that key; knowing nothing, it first gets all that the tablet keeps. */
export async function knownOrPersisted<Data>(
  client: QueryClient,
  key: QueryKey,
): Promise<Data | undefined> {
  const known = () => client.getQueryData<Data>(key) ?? undefined;
  if (known() === undefined) await restoreAnswers(client);
  return known();
}

interface Keeping {
  readonly owner: string;
  readonly rules: readonly PersistenceRule[];
  /** Hears of all that is kept, each time that it has been written. */
  onKept(answers: readonly PersistedAnswer[]): void;
}

/** Keeps on the tablet what `client` reads from now on, by those rules. Returns what ends it. */
export function persistQueries(client: QueryClient, { owner, rules, onKept }: Keeping): () => void {
  if (!('caches' in window)) return () => undefined;
  const mark = sessionMark();
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
    onKept(all);
  };
  const note = ({ queryKey: key, state }: Query) => {
    const { data, dataUpdatedAt: readAt, fetchStatus } = state;
    const rule = ruleFor(key, rules);
    if (rule === undefined || data === undefined || fetchStatus !== 'idle') return;
    const name = nameOf(rule);
    const isKnown = noted.get(name) === data;
    if (isKnown && readAt - (answers.get(name)?.readAt ?? 0) < NOTE_AGAIN_MS) return;
    noted.set(name, data);
    const part = rule.partOf === undefined ? data : rule.partOf(data);
    if (part === undefined) return;
    answers.set(name, { key, data: part, readAt, showUntil: readAt + rule.longestMs });
    // A full or forbidden store keeps what it had.
    timer ??= setTimeout(() => void write().catch(() => undefined), GATHER_MS);
  };
  const stopHearing = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated') note(query);
  });
  function end() {
    stopHearing();
    clearTimeout(timer);
  }

  void readKept().then((kept) => {
    // What was read before, and not again since this page was opened.
    if (kept?.owner === owner) {
      for (const answer of kept.answers) {
        const rule = ruleFor(answer.key, rules);
        if (rule && !answers.has(nameOf(rule))) answers.set(nameOf(rule), answer);
      }
    }
    for (const query of client.getQueryCache().getAll()) note(query);
  });
  return end;
}

async function readKept(): Promise<Kept | undefined> {
  if (!('caches' in window)) return undefined;
  try {
    const answer = await (await caches.open(QUERIES_CACHE)).match(PLACE);
    // Written below, by this build.
    const kept: Kept | undefined = await answer?.json();
    return kept?.build === buildOf(document) ? kept : undefined;
  } catch {
    // A browser that keeps nothing, or what a power cut left half written.
    return undefined;
  }
}

/** The page's first script is named by its content, and by that of all that it may load. */
function buildOf({ scripts }: Document): string {
  return [...scripts].find(({ type }) => type === 'module')?.src ?? '';
}
