import { useQuery } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { HomeButtonCalls } from '../contract.ts';

const calls = callersOf<HomeButtonCalls>()({
  list: 'GET /api/home-buttons',
});

/** The home buttons by order, the disabled ones too. */
export function useHomeButtons() {
  return useQuery({ queryKey: ['home-buttons'], queryFn: () => calls.list() });
}
