import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import { reading } from '#kit/web/reading.ts';
import type { AccountCalls, Registration } from '../contract.ts';

const calls = callersOf<AccountCalls>()({
  register: 'POST /api/auth/register',
  options: 'GET /api/auth/options',
});

const SETUP_WELCOME = ['setup-welcome'];

/** Whether accounts can be created on this server, how they are paid for and who helps. */
export const useAccountOptions = reading(['account-options'], calls.options);

export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Registration) => calls.register({ body }),
    onSuccess: ({ isFirstTime }) => client.setQueryData(SETUP_WELCOME, isFirstTime),
  });
}

/** Whether the person at the screen has just made this household, until they close the welcome. */
export function useSetupWelcome() {
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: SETUP_WELCOME, queryFn: () => false, initialData: false });
  return { isShown: data, close: () => client.setQueryData(SETUP_WELCOME, false) };
}
