import { useQuery } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { HomeButtonCalls } from '../contract.ts';

const calls = callersOf<HomeButtonCalls>()({
  list: 'GET /api/home-buttons',
  update: 'PUT /api/home-buttons/{id}',
  reorder: 'PUT /api/home-buttons/order',
});

/** The home buttons by order, the disabled ones too. */
export function useHomeButtons() {
  return useQuery({ queryKey: ['home-buttons'], queryFn: () => calls.list() });
}
