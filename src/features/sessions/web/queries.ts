import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { ApiError, callersOf, sentenceOf } from '#kit/web/api.ts';
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

/** The person at this screen; the tablet of an expired household goes on with care alone. */
export type PresentUser = User & { isCareOnly?: boolean };

/** Where an expired subscription leads. */
export const EXPIRED_PATH = '/subscription-expired';

/** The person who is signed in, or null. An expired subscription leads to its own screen. */
export function useCurrentUser() {
  return useQuery({
    queryKey: CURRENT_USER,
    queryFn: currentUser,
    staleTime: FRESH_MS,
    retry: isPairedTablet,
    retryDelay: ASK_AGAIN_MS,
    refetchInterval: ({ state }) => (state.data?.isCareOnly ? CARE_LOOK_MS : false),
  });
}

/**
 * Nobody, whatever the reason: only a plain 401 is the usual case and not worth a note. A paired
 * tablet that gets no proper answer keeps whom it has and asks again: nobody there could sign in.
 */
async function currentUser(): Promise<PresentUser | null> {
  try {
    return await calls.current();
  } catch (error) {
    if (error instanceof ApiError && error.subscriptionExpired) {
      navigate(EXPIRED_PATH, { replace: true });
    } else if (!(error instanceof ApiError && error.status === 401)) {
      noteProblem('Authentication check failed', error);
      if (isPairedTablet()) throw error;
    }
    return null;
  }
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
    onSuccess: () => window.location.replace('/auth'),
    onError: (error) => toast.error('Logout failed', sentenceOf(error, 'Please try again.')),
  });
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
    onSuccess: () => window.location.replace('/auth'),
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
