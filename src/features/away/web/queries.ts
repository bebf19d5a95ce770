import { callersOf } from '#platform/web/api.ts';
import { createMutation } from '#platform/web/create-mutation.ts';
import type { AwayCalls } from '../contract.ts';
import { AWAY } from './away-query.ts';

const calls = callersOf<Omit<AwayCalls, 'list'>>()({
  add: 'POST /api/away',
  change: 'PATCH /api/away/{id}',
  remove: 'DELETE /api/away/{id}',
});

/** The query keys of data that depend on away periods, such as due doses and the end of a stock. */
const STALE = [AWAY, ['upcoming-medications'], ['adherence'], ['today'], ['stocks']];

export const useAddAway = createMutation(calls.add, ...STALE);
export const useChangeAway = createMutation(calls.change, ...STALE);
export const useRemoveAway = createMutation(calls.remove, ...STALE);
