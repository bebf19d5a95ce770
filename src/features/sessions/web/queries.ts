import { onlineManager, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { LimitName } from '#platform/shared/limits.ts';
import type { KitRefusal } from '#platform/shared/refusals.ts';
import type { AnswerOf } from '#platform/web/api.ts';
import { ApiError, callersOf, gotNoAnswer, refusedWith } from '#platform/web/api.ts';
import type { Owner } from '#platform/web/offline/owner.ts';
import { forgetPersisted } from '#platform/web/offline/session-mark.ts';
import { reportProblem } from '#platform/web/report-problem.ts';
import type { SessionCalls, User } from '../contract.ts';
import type { SessionRefusal } from '../refusals.ts';
import { isPairedTablet } from './paired-tablet.ts';

export const CURRENT_USER_CALL = 'GET /api/auth/user';

const calls = callersOf<Pick<SessionCalls, 'current'>>()({ current: CURRENT_USER_CALL });

/** Query key of the signed-in person; null means that no one is signed in. */
export const CURRENT_USER = ['current-user'];

const FRESH_MS = 5 * MINUTE_MS;

/** Maximum number of retries while the server is too busy. */
const MAX_TRIES = 12;

/** Retry interval in milliseconds. */
const ASK_AGAIN_MS = 5000;

/** Refetch interval of a tablet in care mode, to detect a renewal. */
const CARE_LOOK_MS = MINUTE_MS;

/** Refetch interval while an import runs. */
const BRINGING_IN_LOOK_MS = 10_000;

/** Refetch interval while the person is known from the device's storage only. */
const REMEMBERED_LOOK_MS = 10_000;

/** Milliseconds after which the stored person is shown if the server does not answer. */
const PATIENCE_MS = 5000;

/** The person at this screen; with care mode for a tablet of an expired household. */
export type PresentUser = User &
  Partial<AnswerOf<SessionCalls['current']>> & {
    /** True if the person comes from the device's storage, because the server does not answer. */
    isRemembered?: boolean;
  };

/** Returns the owner of data that is stored for this person. */
export function ownerOf({ accountNumber, id }: Pick<User, 'accountNumber' | 'id'>): Owner {
  return { person: id, household: accountNumber };
}

export const EXPIRED_PATH = '/subscription-expired';

/** The signed-in person, or null. An expired subscription opens its own screen. */
export function useCurrentUser() {
  const client = useQueryClient();
  return useQuery({
    queryKey: CURRENT_USER,
    queryFn: () => currentUser(client),
    staleTime: FRESH_MS,
    retry: (failures, error) => isPairedTablet() || (isBusy(error) && failures < MAX_TRIES),
    retryDelay: ASK_AGAIN_MS,
    refetchInterval: ({ state }) => {
      if (state.data?.isRemembered) return REMEMBERED_LOOK_MS;
      if (state.data?.isBringingIn) return BRINGING_IN_LOOK_MS;
      return state.data?.isCareOnly ? CARE_LOOK_MS : false;
    },
  });
}

/** A limit of the household; undefined while loading. */
export function useLimit(name: LimitName): number | undefined {
  return useCurrentUser().data?.limits?.[name];
}

/** Returns the person from the server, or the stored one if the server does not answer properly. */
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

export function isExpired(error: unknown): boolean {
  return refusedWith<SessionRefusal>(error, 'subscription-expired');
}

/**
 * True if the server has just started and is overloaded; a signed-in person must not be sent to the
 * sign-in screen then.
 */
function isBusy(error: unknown): boolean {
  return refusedWith<KitRefusal>(error, 'too-busy');
}

/** True for a server error, after which the person stays signed in. */
function hasFailed(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 500;
}

/**
 * True if the server itself answers that no one is signed in; the 401 of a WiFi sign-in page has
 * another format.
 */
export function isNobody(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && !gotNoAnswer(error);
}

/**
 * Returns the stored person, or null. Only errors other than a plain 401 are logged. A paired
 * tablet without a stored person retries, because an elder cannot sign in.
 */
async function unnamed(error: unknown, client: QueryClient): Promise<PresentUser | null> {
  const remembered = mayRemember(error) ? await rememberedUser(client) : undefined;
  if (remembered) return remembered;
  if (isBusy(error) || (hasFailed(error) && client.getQueryData(CURRENT_USER))) throw error;
  reportProblem('Authentication check failed', error);
  if (isPairedTablet()) throw error;
  return null;
}

/**
 * True if the stored person may be shown. If the server itself answered that no one is signed in,
 * the person can sign in again; only a paired tablet cannot.
 */
function mayRemember(error: unknown): boolean {
  return isPairedTablet() || (error instanceof Error && gotNoAnswer(error));
}

/** Returns the stored person after the time in which the server should have answered. */
async function rememberedInTime(client: QueryClient): Promise<PresentUser> {
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  return (await rememberedUser(client)) ?? new Promise<never>(() => undefined);
}

/** Returns the last person, and restores the stored responses of their screens. */
async function rememberedUser(client: QueryClient): Promise<PresentUser | undefined> {
  const { restoreAnswers } = await import('#platform/web/offline/query-persistence.ts');
  const known = () => client.getQueryData<PresentUser | null>(CURRENT_USER) ?? undefined;
  const before = known();
  await restoreAnswers(client, before && ownerOf(before));
  const person = known();
  return person ? { ...person, isRemembered: true } : undefined;
}

/**
 * Refetches the current user. Joins a running request, because many responses may report an ended
 * session at once, and each would cancel the request of the one before.
 */
export function askWhoIsHere(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: CURRENT_USER }, { cancelRefetch: false });
}

/**
 * Finds out why the live stream cannot be opened. If the session has ended, the current user is
 * refetched. If the server fails or cannot be reached, the tablet is set offline until a call
 * succeeds, which delivers the outbox.
 */
export async function checkSession(client: QueryClient): Promise<void> {
  try {
    await calls.current();
  } catch (error) {
    if (isNobody(error) || isExpired(error)) askWhoIsHere(client);
    else onlineManager.setOnline(false);
  }
}

/** True if the server answers that there is no session; false for any other response, or none. */
export async function isSignedOut(): Promise<boolean> {
  return calls.current().then(() => false, isNobody);
}

/** Refetches the current user after a change of the session or role. */
export function useReadCurrentUser(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: CURRENT_USER });
}
