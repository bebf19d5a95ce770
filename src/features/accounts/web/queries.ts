import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#platform/web/api.ts';
import { createQuery } from '#platform/web/create-query.ts';
import type { AccountCalls, Registration } from '../contract.ts';

const calls = callersOf<AccountCalls>()({
  register: 'POST /api/auth/register',
  options: 'GET /api/auth/options',
});

const SETUP_WELCOME = ['setup-welcome'];

/** Whether registration is open, the billing provider and the support email. */
export const useAccountOptions = createQuery(['account-options'], calls.options);

export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Registration) => calls.register({ body }),
    onSuccess: ({ isFirstTime }) => client.setQueryData(SETUP_WELCOME, isFirstTime),
  });
}

/** True after the signed-in person created this household, until they close the welcome message. */
export function useSetupWelcome() {
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: SETUP_WELCOME, queryFn: () => false, initialData: false });
  return { isShown: data, close: () => client.setQueryData(SETUP_WELCOME, false) };
}
