import { callersOf } from '#platform/web/api.ts';
import { createQuery } from '#platform/web/create-query.ts';
import type { HomeButtonCalls } from '../contract.ts';

const calls = callersOf<HomeButtonCalls>()({
  list: 'GET /api/home-buttons',
});

export const HOME_BUTTONS = ['home-buttons'];

/** The home buttons by position, including hidden ones. */
export const useHomeButtons = createQuery(HOME_BUTTONS, calls.list);
