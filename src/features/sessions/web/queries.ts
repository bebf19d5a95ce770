import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { ApiError, callersOf, sentenceOf } from '#kit/web/api.ts';
import { noteProblem } from '#kit/web/problems.ts';
import { toast } from '#kit/web/toasts.tsx';
import type { SessionCalls, User } from '../contract.ts';

const calls = callersOf<SessionCalls>()({
  current: 'GET /api/auth/user',
  signIn: 'POST /api/auth/login',
  signOut: 'POST /api/auth/logout',
  changePassword: 'POST /api/auth/change-password',
});

/** Where the person who is signed in is kept; null is nobody. */
export const CURRENT_USER = ['current-user'];

const FRESH_MS = 5 * 60_000;

/** Where an expired subscription leads. */
export const EXPIRED_PATH = '/subscription-expired';

/** The person who is signed in, or null. An expired subscription leads to its own screen. */
export function useCurrentUser() {
  return useQuery({ queryKey: CURRENT_USER, queryFn: currentUser, staleTime: FRESH_MS });
}

/** Nobody, whatever the reason: only a plain 401 is the usual case and not worth a note. */
async function currentUser(): Promise<User | null> {
  try {
    return await calls.current();
  } catch (error) {
    if (error instanceof ApiError && error.subscriptionExpired) {
      navigate(EXPIRED_PATH, { replace: true });
    } else if (!(error instanceof ApiError && error.status === 401)) {
      noteProblem('Authentication check failed', error);
    }
    return null;
  }
}

/** Puts the person who just signed in, or signed up, in the place of the current one. */
export function useBecomeUser(): (user: User) => void {
  const client = useQueryClient();
  return (user) => client.setQueryData(CURRENT_USER, user);
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
