import { useMutation, useQuery } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { AccountCalls, Registration } from '../contract.ts';

const calls = callersOf<AccountCalls>()({
  register: 'POST /api/auth/register',
  options: 'GET /api/auth/options',
});

/** Whether accounts can be created on this server, how they are paid for and who helps. */
export function useAccountOptions() {
  return useQuery({ queryKey: ['account-options'], queryFn: () => calls.options() });
}

export function useRegister() {
  return useMutation({ mutationFn: (body: Registration) => calls.register({ body }) });
}
