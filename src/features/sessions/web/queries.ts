import { onlineManager, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import type { LimitName } from '#kit/shared/limits.ts';
import type { KitRefusal } from '#kit/shared/refusals.ts';
import type { AnswerOf } from '#kit/web/api.ts';
import { ApiError, callersOf, gotNoAnswer, refusedWith } from '#kit/web/api.ts';
import type { Owner } from '#kit/web/offline/owner.ts';
import { forgetPersisted } from '#kit/web/offline/session-mark.ts';
import { noteProblem } from '#kit/web/problems.ts';
import type { SessionCalls, User } from '../contract.ts';
import type { SessionRefusal } from '../refusals.ts';
import { isPairedTablet } from './paired-tablet.ts';

/** By which the server says who is here. */
export const CURRENT_USER_CALL = 'GET /api/auth/user';

const calls = callersOf<Pick<SessionCalls, 'current'>>()({ current: CURRENT_USER_CALL });

/** Where the person who is signed in is kept; null is nobody. */
export const CURRENT_USER = ['current-user'];

const FRESH_MS = 5 * MINUTE_MS;

/** A server that is too busy to say who is here is asked so many times more. */
const MOST_TRIES = 12;

/** A tablet that could not ask who it belongs to asks again after this. */
const ASK_AGAIN_MS = 5000;

/** How often a tablet that only goes on with care looks whether everything is open again. */
const CARE_LOOK_MS = MINUTE_MS;

/** The same while a download is being brought in. */
const BRINGING_IN_LOOK_MS = 10_000;

/** How often a tablet that only remembers whose it is asks the server. */
const REMEMBERED_LOOK_MS = 10_000;

/** Whom the tablet remembers stands at the screen when no answer came for so long. */
const PATIENCE_MS = 5000;

/** The person at this screen; the tablet of an expired household goes on with care alone. */
export type PresentUser = User &
  Partial<AnswerOf<SessionCalls['current']>> & {
    /** Known from the tablet alone: the server gives no answer. */
    isRemembered?: boolean;
  };

/** Whose a device is while that person is here. */
export function ownerOf({ accountNumber, id }: Pick<User, 'accountNumber' | 'id'>): Owner {
  return { person: id, household: accountNumber };
}

/** Where an expired subscription leads. */
export const EXPIRED_PATH = '/subscription-expired';

/** The person who is signed in, or null. An expired subscription leads to its own screen. */
export function useCurrentUser() {
  const client = useQueryClient();
  return useQuery({
    queryKey: CURRENT_USER,
    queryFn: () => currentUser(client),
    staleTime: FRESH_MS,
    retry: (failures, error) => isPairedTablet() || (isBusy(error) && failures < MOST_TRIES),
    retryDelay: ASK_AGAIN_MS,
    refetchInterval: ({ state }) => {
      if (state.data?.isRemembered) return REMEMBERED_LOOK_MS;
      if (state.data?.isBringingIn) return BRINGING_IN_LOOK_MS;
      return state.data?.isCareOnly ? CARE_LOOK_MS : false;
    },
  });
}

/** How many of these the household can have; undefined while that is not known. */
export function useLimit(name: LimitName): number | undefined {
  return useCurrentUser().data?.limits?.[name];
}

/** The person whom the server names; when it gives no proper answer, whom the device remembers. */
async function currentUser(client: QueryClient): Promise<PresentUser | null> {
  try {
    return await Promise.race([calls.current(), rememberedInTime(client)]);
  } catch (error) {
    if (isExpired(error)) navigate(EXPIRED_PATH, { replace: true });
    else if (!isNobody(error)) return unnamed(error, client);
    void forgetPersisted();
    return null;
  }
}

/** Whether the household is turned away because its subscription has ended. */
export function isExpired(error: unknown): boolean {
  return refusedWith<SessionRefusal>(error, 'subscription-expired');
}

/** Just started, and asked by everybody at once: whoever is signed in is not sent to sign in. */
function isBusy(error: unknown): boolean {
  return refusedWith<KitRefusal>(error, 'too-busy');
}

/** The server cannot tell who is here: whoever is signed in stays. */
function hasFailed(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 500;
}

/** True if the server itself answers that nobody is signed in; a sign-in page's 401 has another form. */
export function isNobody(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && !gotNoAnswer(error);
}

/**
 * Nobody, unless somebody is remembered; only a plain 401 is the usual case and not worth a note. A
 * paired tablet that remembers nobody asks again: nobody there could sign in.
 */
async function unnamed(error: unknown, client: QueryClient): Promise<PresentUser | null> {
  const remembered = mayRemember(error) ? await rememberedUser(client) : undefined;
  if (remembered) return remembered;
  if (isBusy(error) || (hasFailed(error) && client.getQueryData(CURRENT_USER))) throw error;
  noteProblem('Authentication check failed', error);
  if (isPairedTablet()) throw error;
  return null;
}

/** If the server answers without a name, the person can sign in again, except on a paired tablet. */
function mayRemember(error: unknown): boolean {
  return isPairedTablet() || (error instanceof Error && gotNoAnswer(error));
}

/** Whom the device remembers, after a wait in which the server should have answered. */
async function rememberedInTime(client: QueryClient): Promise<PresentUser> {
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  return (await rememberedUser(client)) ?? new Promise<never>(() => undefined);
}

/** Whoever was here last, with what their screens showed. */
async function rememberedUser(client: QueryClient): Promise<PresentUser | undefined> {
  const { restoreAnswers } = await import('#kit/web/offline/query-persistence.ts');
  const known = () => client.getQueryData<PresentUser | null>(CURRENT_USER) ?? undefined;
  const before = known();
  await restoreAnswers(client, before && ownerOf(before));
  const person = known();
  return person ? { ...person, isRemembered: true } : undefined;
}

/**
 * Asks again who is signed in. A call that is under way is not repeated: many answers can say at once
 * that the session has ended, and each would cancel the call of the one before.
 */
export function askWhoIsHere(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: CURRENT_USER }, { cancelRefetch: false });
}

/**
 * Finds out why the live line cannot be opened: a session that has ended asks who is here. If the server
 * fails or is not reached, the tablet is offline until a call is answered again, which delivers presses.
 */
export async function checkSession(client: QueryClient): Promise<void> {
  try {
    await calls.current();
  } catch (error) {
    if (isNobody(error) || isExpired(error)) askWhoIsHere(client);
    else onlineManager.setOnline(false);
  }
}

/** True if the server answers that there is no session; false for any other answer, or none. */
export async function isSignedOut(): Promise<boolean> {
  return calls.current().then(() => false, isNobody);
}

/** Asks again who is signed in, after something changed the session or the role. */
export function useReadCurrentUser(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: CURRENT_USER });
}
