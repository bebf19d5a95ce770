import { callersOf } from '#kit/web/api.ts';
import { changing } from '#kit/web/use-change.ts';
import type { AwayCalls } from '../contract.ts';
import { AWAY } from './away-query.ts';

const calls = callersOf<Omit<AwayCalls, 'list'>>()({
  add: 'POST /api/away',
  change: 'PATCH /api/away/{id}',
  remove: 'DELETE /api/away/{id}',
});

/** The query keys of data that depend on away periods, such as due doses and the end of a stock. */
const STALE = [AWAY, ['upcoming-medications'], ['adherence'], ['today'], ['stocks']];

export const useAddAway = changing(calls.add, ...STALE);
export const useChangeAway = changing(calls.change, ...STALE);
export const useRemoveAway = changing(calls.remove, ...STALE);
