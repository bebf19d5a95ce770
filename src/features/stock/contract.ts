import { z } from 'zod';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { baseVersion, version } from '#platform/shared/versions.ts';
import { MAX_UNITS, MAX_UNITS_PER_DOSE, MAX_WARN_BEFORE, MIN_PART } from './limits.ts';

/** The kind of an entry: `count` sets the number of units, `refill` adds units. */
export const ENTRY_KINDS = ['count', 'refill'] as const;

const QUARTERS = 'Please use whole pieces, halves or quarters.';

const pieces = (least: number, most: number, sentence: string) =>
  z
    .number('Please enter a number.')
    .min(least, sentence)
    .max(most, sentence)
    .multipleOf(MIN_PART, QUARTERS);

const counted = pieces(0, MAX_UNITS, `Please enter a number from 0 to ${MAX_UNITS}.`);

const unitsPerDose = pieces(
  MIN_PART,
  MAX_UNITS_PER_DOSE,
  `Please enter a number from ${MIN_PART} to ${MAX_UNITS_PER_DOSE}.`,
);

/**
 * When to warn: days before the stock runs out; for an as-needed medication, number of doses left.
 * Null means no warning.
 */
const warnBefore = z
  .int('Please enter a whole number.')
  .min(1, 'Please enter at least 1.')
  .max(MAX_WARN_BEFORE, `Please enter at most ${MAX_WARN_BEFORE}.`)
  .nullable();

const stock = z.object({
  medicationId: z.string(),
  unitsPerDose: z.number(),
  warnBefore: z.number().nullable(),
  /** The remaining units, at least 0. */
  left: z.number(),
  /** True if more units were taken than counted, so the stock must be counted again. */
  isBelowNone: z.boolean(),
  /** The local date of the first dose without enough units; null if there is none within a year. */
  runsOutOn: z.iso.date().nullable(),
  /** The number of whole doses for which there are enough units. */
  dosesLeft: z.number().int(),
  /** True if the stock is low: the chosen time of the warning has come. */
  isLow: z.boolean(),
  countedAt: z.iso.datetime(),
  version,
});

export type MedicationStock = z.output<typeof stock>;

export const stockEntry = z.object({
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  units: z.number(),
  at: z.iso.datetime(),
  /** The name of the person at that time. */
  personName: z.string(),
});

export type StockEntry = z.output<typeof stockEntry>;

const one = z.object({ medicationId: z.uuid() });

export const stockCalls = {
  list: endpoint('GET /api/stocks', {
    who: 'admin',
    summary: 'What is left of the medications that are counted, and until when it is enough.',
    reply: z.array(stock),
  }),
  put: endpoint('PUT /api/stocks/{medicationId}', {
    who: 'admin',
    summary: 'Begins to count what is left of a medication, counts again, or changes a dose of it.',
    params: one,
    body: z
      .object({
        /**
         * The present number of units. Required for the first count; later, a given number is a new
         * count.
         */
        left: counted.optional(),
        unitsPerDose,
        warnBefore,
        version: baseVersion,
      })
      .strict(),
    reply: stock,
    refusals: some(platformRefusals, 'not-found', 'changed-meanwhile'),
  }),
  refill: endpoint('POST /api/stocks/{medicationId}/refills', {
    who: 'admin',
    summary: 'Adds what has come.',
    params: one,
    body: z
      .object({
        units: pieces(
          MIN_PART,
          MAX_UNITS,
          `Please enter a number from ${MIN_PART} to ${MAX_UNITS}.`,
        ),
      })
      .strict(),
    reply: stock,
    status: 201,
    refusals: some(platformRefusals, 'not-found'),
  }),
  entries: endpoint('GET /api/stocks/{medicationId}/entries', {
    who: 'admin',
    summary: 'What was counted and refilled, the newest first.',
    params: one,
    reply: z.array(stockEntry),
    refusals: some(platformRefusals, 'not-found'),
  }),
  remove: endpoint('DELETE /api/stocks/{medicationId}', {
    who: 'admin',
    summary: 'Counts a medication no more.',
    params: one,
    refusals: some(platformRefusals, 'not-found'),
  }),
};

export type StockCalls = typeof stockCalls;
