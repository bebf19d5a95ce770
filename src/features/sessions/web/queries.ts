import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { ApiError, callersOf, sentenceOf } from '#kit/web/api.ts';
import { forgetKept } from '#kit/web/kept/kept-owner.ts';
import { noteProblem } from '#kit/web/problems.ts';
import { toast } from '#kit/web/toasts.tsx';
import type { DeviceCalls, PasswordResetCalls, SessionCalls, User } from '../contract.ts';
import { isPairedTablet, rememberPaired } from './paired-tablet.ts';

const calls = callersOf<SessionCalls>()({
  current: 'GET /api/auth/user',
  signIn: 'POST /api/auth/login',
  signOut: 'POST /api/auth/logout',
  changePassword: 'POST /api/auth/change-password',
});

const resetCalls = callersOf<PasswordResetCalls>()({
  forgotPassword: 'POST /api/auth/forgot-password',
  resetPassword: 'POST /api/auth/reset-password',
});

const deviceCalls = callersOf<DeviceCalls>()({
  pair: 'POST /api/auth/pair',
  signOutEverywhere: 'POST /api/auth/logout-everywhere',
  reportDevice: 'PUT /api/auth/device',
});

/** Where the person who is signed in is kept; null is nobody. */
export const CURRENT_USER = ['current-user'];

const FRESH_MS = 5 * 60_000;

/** A tablet that could not ask who it belongs to asks again after this. */
const ASK_AGAIN_MS = 5000;

/** How often a tablet that only goes on with care looks whether everything is open again. */
const CARE_LOOK_MS = 60_000;

/** How often a tablet that only remembers whose it is asks the server. */
const REMEMBERED_LOOK_MS = 10_000;

/** Whom the tablet remembers stands at the screen when no answer came for so long. */
const PATIENCE_MS = 5000;

/** The person at this screen; the tablet of an expired household goes on with care alone. */
export type PresentUser = User & {
  isCareOnly?: boolean;
  /** Known from the tablet alone: the server gives no answer. */
  isRemembered?: boolean;
};

/** Where an expired subscription leads. */
export const EXPIRED_PATH = '/subscription-expired';

/** The person who is signed in, or null. An expired subscription leads to its own screen. */
export function useCurrentUser() {
  const client = useQueryClient();
  return useQuery({
    queryKey: CURRENT_USER,
    queryFn: () => currentUser(client),
    staleTime: FRESH_MS,
    retry: isPairedTablet,
    retryDelay: ASK_AGAIN_MS,
    refetchInterval: ({ state }) => {
      if (state.data?.isRemembered) return REMEMBERED_LOOK_MS;
      return state.data?.isCareOnly ? CARE_LOOK_MS : false;
    },
  });
}

/** The person whom the server names; when it gives no proper answer, whom the device remembers. */
async function currentUser(client: QueryClient): Promise<PresentUser | null> {
  try {
    return await Promise.race([calls.current(), rememberedInTime(client)]);
  } catch (error) {
    const isExpired = error instanceof ApiError && error.subscriptionExpired;
    if (isExpired) navigate(EXPIRED_PATH, { replace: true });
    else if (!(error instanceof ApiError && error.status === 401)) return unnamed(error, client);
    void forgetKept();
    return null;
  }
}

/**
 * Nobody, unless somebody is remembered; only a plain 401 is the usual case and not worth a note. A
 * paired tablet that remembers nobody asks again: nobody there could sign in.
 */
async function unnamed(error: unknown, client: QueryClient): Promise<PresentUser | null> {
  const remembered = mayRemember(error) ? await rememberedUser(client) : undefined;
  if (remembered) return remembered;
  noteProblem('Authentication check failed', error);
  if (isPairedTablet()) throw error;
  return null;
}

/** A server that answers, but cannot say who is here, is believed where somebody can sign in. */
function mayRemember(error: unknown): boolean {
  return isPairedTablet() || !(error instanceof ApiError);
}

/** Whom the device remembers, after a wait in which the server should have answered. */
async function rememberedInTime(client: QueryClient): Promise<PresentUser> {
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  return (await rememberedUser(client)) ?? new Promise<never>(() => undefined);
}

/** Whoever was here last, with what their screens showed. */
async function rememberedUser(client: QueryClient): Promise<PresentUser | undefined> {
  const { knownOrKept } = await import('#kit/web/kept/kept-answers.ts');
  const person = await knownOrKept<PresentUser | null>(client, CURRENT_USER);
  return person ? { ...person, isRemembered: true } : undefined;
}

/** Asks again who is signed in, after something changed the session or the role. */
export function useReadCurrentUser(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: CURRENT_USER });
}

/** Puts the person who just signed in, or signed up, in the place of the current one. */
export function useBecomeUser(): (user: User) => void {
  const client = useQueryClient();
  return (user) => {
    rememberPaired(false);
    void forgetKept();
    client.setQueryData(CURRENT_USER, user);
  };
}

export function useSignIn() {
  const become = useBecomeUser();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => calls.signIn({ body }),
    onSuccess: become,
  });
}

/** Ends the session. The page is then loaded anew, so nothing that was read in it stays behind. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => calls.signOut(),
    onSuccess: leave,
    onError: (error) => toast.error('Logout failed', sentenceOf(error, 'Please try again.')),
  });
}

async function leave(): Promise<void> {
  await forgetKept();
  window.location.replace('/auth');
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { currentPassword: string; password: string }) =>
      calls.changePassword({ body }),
  });
}

/** Ends every session of this person, also the one here; then as after signing out. */
export function useSignOutEverywhere() {
  return useMutation({
    mutationFn: () => deviceCalls.signOutEverywhere(),
    onSuccess: leave,
  });
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: { email: string }) => resetCalls.forgotPassword({ body }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; password: string }) => resetCalls.resetPassword({ body }),
  });
}

/** Signs this device in with a pairing code, in place of whoever was signed in on it. */
export function usePair() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => deviceCalls.pair({ body: { code } }),
    onSuccess: (user) => {
      rememberPaired(true);
      void forgetKept();
      // What was read for somebody else is not this person's to see.
      client.removeQueries({ type: 'inactive' });
      client.setQueryData(CURRENT_USER, user);
    },
  });
}

type DeviceReport = Parameters<typeof deviceCalls.reportDevice>[0]['body'];

/** Tells the family how this tablet is; also while the page goes away. */
export function reportDevice(body: DeviceReport): Promise<undefined> {
  return deviceCalls.reportDevice({ body, keepalive: true });
}
