import { callersOf } from '#kit/web/api.ts';
import { useChange, useStale } from '#kit/web/use-change.ts';
import type { AwayCalls } from '../contract.ts';
import { AWAY } from './away-query.ts';

const calls = callersOf<Omit<AwayCalls, 'list'>>()({
  add: 'POST /api/away',
  change: 'PATCH /api/away/{id}',
  remove: 'DELETE /api/away/{id}',
});

/** What is due follows from it, and until when a stock is enough. */
const STALE = [AWAY, ['upcoming-medications'], ['adherence'], ['today'], ['stocks']];

export function useAddAway() {
  return useChange(calls.add, useStale(...STALE));
}

export function useChangeAway() {
  return useChange(calls.change, useStale(...STALE));
}

export function useRemoveAway() {
  return useChange(calls.remove, useStale(...STALE));
}
