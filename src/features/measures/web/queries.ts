import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callersOf } from '#platform/web/api.ts';
import { createMutation } from '#platform/web/create-mutation.ts';
import type { MeasureCalls, MeasureValue } from '../contract.ts';
import type { DayNote, DayNoteCalls } from '../note-contract.ts';
import { ASKED } from './elder/requested-query.ts';

const calls = callersOf<Omit<MeasureCalls, 'asked'>>()({
  ask: 'PUT /api/measures/{userId}',
  list: 'GET /api/measure-values',
  add: 'POST /api/measure-values',
  correct: 'PATCH /api/measure-values/{id}',
  takeBack: 'DELETE /api/measure-values/{id}',
});

const noteCalls = callersOf<DayNoteCalls>()({
  list: 'GET /api/day-notes',
  add: 'POST /api/day-notes',
  change: 'PATCH /api/day-notes/{id}',
  remove: 'DELETE /api/day-notes/{id}',
});

const VALUES = ['measure-values'];
const NOTES = ['day-notes'];

/** The maximum number of entries in one response. */
const PAGE = 500;

export interface Span {
  /** The elder; the query is disabled while undefined. */
  readonly userId: string | undefined;
  /** Local dates, both inclusive. */
  readonly from: string;
  readonly to: string;
}

/** All values of an elder in a range of days, newest first. */
export function useMeasureValues(span: Span) {
  return useAllPages<MeasureValue>(VALUES, calls.list, span);
}

/** All notes about an elder in a range of days, latest day first. */
export function useDayNotes(span: Span) {
  return useAllPages<DayNote>(NOTES, noteCalls.list, span);
}

/** Returns one page; the last entry is the cursor of the next page. */
type List<Thing> = (page: {
  query: Span & { limit: number; before: string | undefined };
}) => Promise<Thing[]>;

function useAllPages<Thing extends { readonly id: string }>(
  key: readonly string[],
  list: List<Thing>,
  { userId, from, to }: Span,
) {
  return useQuery({
    queryKey: [...key, userId, from, to],
    queryFn: async () => {
      const all: Thing[] = [];
      for (;;) {
        const query = { userId, from, to, limit: PAGE, before: all.at(-1)?.id };
        const page = await list({ query });
        all.push(...page);
        if (page.length < PAGE) return all;
      }
    },
    placeholderData: keepPreviousData,
    enabled: userId !== undefined,
    staleTime: 0,
  });
}

export const useAskMeasures = createMutation(calls.ask, ASKED);
export const useAddValue = createMutation(calls.add, ASKED, VALUES);
export const useCorrectValue = createMutation(calls.correct, ASKED, VALUES);
export const useTakeBackValue = createMutation(calls.takeBack, ASKED, VALUES);
export const useAddNote = createMutation(noteCalls.add, NOTES);
export const useChangeNote = createMutation(noteCalls.change, NOTES);
export const useRemoveNote = createMutation(noteCalls.remove, NOTES);
