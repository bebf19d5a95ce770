import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { ACCESSIBILITY } from '#features/accessibility/web/queries.ts';
import { AWAY } from '#features/away/web/away-query.ts';
import { TODAY } from '#features/calendar/web/todays-events.ts';
import { HOME_BUTTONS } from '#features/home-buttons/web/queries.ts';
import { KNOWN_DOSES } from '#features/medications/web/todays-doses.ts';
import {
  CURRENT_USER,
  CURRENT_USER_CALL,
  ownerOf,
  type PresentUser,
} from '#features/sessions/web/queries.ts';
import { SETTINGS } from '#features/settings/web/queries.ts';
import { holdCalls } from '#platform/web/api.ts';
import { isSameOwner, type Owner } from '#platform/web/offline/owner.ts';
import type { PersistedAnswer } from '#platform/web/offline/persistence-rules.ts';
import { persistedAnswers, putAnswers } from '#platform/web/offline/query-persistence.ts';
import { forgetPersisted } from '#platform/web/offline/session-mark.ts';
import { serverNow, startWithSkew } from '#platform/web/server-clock.ts';

/**
 * Queries that the first screen shows from stored data. Doses are not among them: a dose that was
 * answered on another device would appear as open, so doses wait for the server.
 */
const FIRST_SCREEN: readonly QueryKey[] = [
  CURRENT_USER,
  SETTINGS,
  ACCESSIBILITY,
  HOME_BUTTONS,
  AWAY,
  TODAY,
  ['weather'],
];

/**
 * Stale-while-revalidate: starts an elder's screen from stored data while the server is asked for
 * the current user. All other requests wait until the user is known.
 */
export async function startFromKept(client: QueryClient): Promise<void> {
  const kept = await persistedAnswers();
  if (kept === undefined || client.getQueryData(CURRENT_USER) !== undefined) return;
  startWithSkew(skewIn(kept.answers));
  const person = dataOf<PresentUser>(kept.answers, CURRENT_USER);
  if (person === undefined || !mayStartAs(person, kept.owner)) return;
  const isOfFirst = ({ key }: PersistedAnswer) =>
    FIRST_SCREEN.some((prefix) => prefix[0] === key[0]);
  putAnswers(client, kept.answers.filter(isOfFirst));
  holdCalls({ until: untilNamed(client, kept.owner), butFor: CURRENT_USER_CALL });
}

/** True for an elder whose household has full access, as far as the device knows. */
function mayStartAs(person: PresentUser, owner: Owner): boolean {
  const isOpen = serverNow() < Date.parse(person.subscriptionEndDate);
  const isWhole = isOpen && !person.isCareOnly && !person.isBringingIn;
  return person.role === 'user' && isWhole && isSameOwner(ownerOf(person), owner);
}

/**
 * Resolves with true if the server confirms `owner` or does not respond in time; rejects if no
 * person is signed in.
 */
function untilNamed(client: QueryClient, owner: Owner): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const stop = client.getQueryCache().subscribe(({ query }) => {
      const { data, status, isInvalidated } = query.state;
      if (query.queryHash !== hashKey(CURRENT_USER)) return;
      // Still waiting: the query is marked as invalidated until the server's answer has replaced
      // the stored data.
      if (isInvalidated && status !== 'error') return;
      stop();
      if (data === null) return reject(new Error('nobody is signed in'));
      const isSame = isSameOwner(ownerOf(data), owner);
      if (!isSame) void forgetOf(owner);
      resolve(isSame);
    });
  });
}

/**
 * Deletes the stored data of this owner. Data of another person that has replaced it is not
 * deleted.
 */
async function forgetOf(owner: Owner): Promise<void> {
  if ((await persistedAnswers(owner)) !== undefined) await forgetPersisted();
}

function skewIn(answers: readonly PersistedAnswer[]): number {
  return dataOf<{ skew: number }>(answers, KNOWN_DOSES)?.skew ?? 0;
}

/** The cast is safe because each caller knows the type that is stored under its key. */
function dataOf<Data>(answers: readonly PersistedAnswer[], key: QueryKey): Data | undefined {
  return answers.find((answer) => answer.key[0] === key[0])?.data as Data | undefined;
}
