import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callersOf, sentenceOf } from '#platform/web/api.ts';
import { createMutation, useChange } from '#platform/web/create-mutation.ts';
import { forgetPersisted } from '#platform/web/offline/session-mark.ts';
import { toast } from '#platform/web/toasts.ts';
import type {
  DeviceCalls,
  EmailProofCalls,
  PasswordResetCalls,
  SessionCalls,
  User,
} from '../contract.ts';
import { startVerifiedSession } from './keep-session.ts';
import { rememberPaired } from './paired-tablet.ts';
import { CURRENT_USER } from './queries.ts';

const calls = callersOf<Omit<SessionCalls, 'current'>>()({
  signIn: 'POST /api/auth/login',
  signOut: 'POST /api/auth/logout',
  confirmPassword: 'POST /api/auth/confirm-password',
  changePassword: 'POST /api/auth/change-password',
});

const resetCalls = callersOf<PasswordResetCalls>()({
  forgotPassword: 'POST /api/auth/forgot-password',
  readResetLink: 'GET /api/auth/reset-password/{token}',
  releaseEmail: 'POST /api/auth/reset-password/{token}/release-email',
  resetPassword: 'POST /api/auth/reset-password',
});

const proofCalls = callersOf<EmailProofCalls>()({
  confirmEmail: 'POST /api/auth/confirm-email',
  cancelEmailChange: 'POST /api/auth/cancel-email-change',
});

const deviceCalls = callersOf<Omit<DeviceCalls, 'reportDevice'>>()({
  pair: 'POST /api/auth/pair',
  signOutEverywhere: 'POST /api/auth/logout-everywhere',
});

/** Sets the person who just signed in, registered or was paired as the current user. */
export function useBecomeUser(isPaired = false): (user: User) => void {
  const client = useQueryClient();
  return (user) => {
    rememberPaired(isPaired);
    void forgetPersisted();
    client.setQueryData(CURRENT_USER, user);
  };
}

export function useSignIn() {
  const signIn = (call: Parameters<typeof calls.signIn>[0]) =>
    startVerifiedSession(() => calls.signIn(call));
  return useChange(signIn, useBecomeUser());
}

/** Ends the session and reloads the page, so that no data remains in memory. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => calls.signOut(),
    onSuccess: leave,
    onError: (error) => toast.error('Logout failed', sentenceOf(error, 'Please try again.')),
  });
}

async function leave(): Promise<void> {
  await forgetPersisted();
  window.location.replace('/auth');
}

/** Confirms the password of the signed-in person for 15 minutes. */
export const useConfirmPassword = createMutation(calls.confirmPassword);
export const useChangePassword = createMutation(calls.changePassword);

/** Ends all sessions of this person, including this one, and reloads the page. */
export function useSignOutEverywhere() {
  return useChange(() => deviceCalls.signOutEverywhere(), leave);
}

export const useForgotPassword = createMutation(resetCalls.forgotPassword);
export const useResetPassword = createMutation(resetCalls.resetPassword);
export const useReleaseEmail = createMutation(resetCalls.releaseEmail);

/** Reads what the link for a new password permits. */
export function useResetLink(token: string) {
  return useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => resetCalls.readResetLink({ params: { token } }),
    enabled: token !== '',
    retry: false,
  });
}

export const useConfirmEmail = createMutation(proofCalls.confirmEmail);

export const useCancelEmailChange = createMutation(proofCalls.cancelEmailChange);

/** Signs this device in with a pairing code, replacing the current session. */
export function usePair() {
  const pair = (code: string) => startVerifiedSession(() => deviceCalls.pair({ body: { code } }));
  return useChange(pair, useBecomeUser(true));
}
