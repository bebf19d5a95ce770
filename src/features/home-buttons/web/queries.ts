import { useQuery } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { HomeButtonCalls } from '../contract.ts';

const calls = callersOf<HomeButtonCalls>()({
  list: 'GET /api/home-buttons',
});

export const HOME_BUTTONS = ['home-buttons'];

/** The home buttons by order, the disabled ones too. */
export function useHomeButtons() {
  return useQuery({ queryKey: HOME_BUTTONS, queryFn: () => calls.list() });
}
