import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { MeasureCalls, MeasureValue } from '../contract.ts';
import type { DayNote, NoteCalls } from '../note-contract.ts';
import { ASKED } from './elder/asked-query.ts';

const calls = callersOf<Omit<MeasureCalls, 'asked'>>()({
  ask: 'PUT /api/measures/{userId}',
  list: 'GET /api/measure-values',
  add: 'POST /api/measure-values',
  correct: 'PATCH /api/measure-values/{id}',
  takeBack: 'DELETE /api/measure-values/{id}',
});

const noteCalls = callersOf<NoteCalls>()({
  list: 'GET /api/day-notes',
  add: 'POST /api/day-notes',
  change: 'PATCH /api/day-notes/{id}',
  remove: 'DELETE /api/day-notes/{id}',
});

const VALUES = ['measure-values'];
const NOTES = ['day-notes'];

/** As many as one answer has. */
const PAGE = 500;

export interface Span {
  /** The elder; nothing is asked without one. */
  readonly userId: string | undefined;
  /** Local dates, both inclusive. */
  readonly from: string;
  readonly to: string;
}

/** Everything that was measured of an elder in a span of days, the newest first. */
export function useMeasureValues({ userId, from, to }: Span) {
  return useQuery({
    queryKey: [...VALUES, userId, from, to],
    queryFn: () =>
      allPages<MeasureValue>((before) =>
        calls.list({ query: { userId, from, to, limit: PAGE, ...before } }),
      ),
    placeholderData: keepPreviousData,
    enabled: userId !== undefined,
    staleTime: 0,
  });
}

/** What was noted about an elder in a span of days, the latest day first. */
export function useDayNotes({ userId, from, to }: Span) {
  return useQuery({
    queryKey: [...NOTES, userId, from, to],
    queryFn: () =>
      allPages<DayNote>((before) =>
        noteCalls.list({ query: { userId, from, to, limit: PAGE, ...before } }),
      ),
    placeholderData: keepPreviousData,
    enabled: userId !== undefined,
    staleTime: 0,
  });
}

async function allPages<Thing extends { readonly id: string }>(
  read: (before: { before?: string }) => Promise<readonly Thing[]>,
): Promise<Thing[]> {
  const all: Thing[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await read(last === undefined ? {} : { before: last.id });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

type Body<Call extends (...input: never[]) => unknown> = Parameters<Call>[0] extends {
  body: infer B;
}
  ? B
  : never;

export function useAskMeasures() {
  const changed = useChanged(ASKED);
  return useMutation({
    mutationFn: ({ userId, ...body }: Body<typeof calls.ask> & { userId: string }) =>
      calls.ask({ params: { userId }, body }),
    onSuccess: changed,
  });
}

export function useAddValue() {
  const changed = useChanged(ASKED, VALUES);
  return useMutation({
    mutationFn: (body: Body<typeof calls.add>) => calls.add({ body }),
    onSuccess: changed,
  });
}

export function useCorrectValue() {
  const changed = useChanged(ASKED, VALUES);
  return useMutation({
    mutationFn: ({ id, ...body }: Body<typeof calls.correct> & { id: string }) =>
      calls.correct({ params: { id }, body }),
    onSuccess: changed,
  });
}

export function useTakeBackValue() {
  const changed = useChanged(ASKED, VALUES);
  return useMutation({
    mutationFn: (id: string) => calls.takeBack({ params: { id } }),
    onSuccess: changed,
  });
}

export function useAddNote() {
  const changed = useChanged(NOTES);
  return useMutation({
    mutationFn: (body: Body<typeof noteCalls.add>) => noteCalls.add({ body }),
    onSuccess: changed,
  });
}

export function useChangeNote() {
  const changed = useChanged(NOTES);
  return useMutation({
    mutationFn: ({ id, ...body }: Body<typeof noteCalls.change> & { id: string }) =>
      noteCalls.change({ params: { id }, body }),
    onSuccess: changed,
  });
}

export function useRemoveNote() {
  const changed = useChanged(NOTES);
  return useMutation({
    mutationFn: (id: string) => noteCalls.remove({ params: { id } }),
    onSuccess: changed,
  });
}

function useChanged(...keys: readonly (readonly string[])[]) {
  const client = useQueryClient();
  return () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
