import { z } from 'zod';
import { instantInput } from '#kit/shared/date-input.ts';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { madeFrom, version } from '#kit/shared/versions.ts';
import { GLUCOSE_UNITS, MEASURE_KINDS, MEASURE_UNITS, WEIGHT_UNITS } from './kinds.ts';
import { measureRefusals } from './refusals.ts';
import { filter, signed } from './signed.ts';

/** Codes and units are those of LOINC and UCUM: see `kinds.ts`. */
const said = {
  kind: z.enum(MEASURE_KINDS, 'Please choose what was measured.'),
  /** As it was said, UCUM: a value stays in the unit that was read from the scales or the meter. */
  unit: z.enum(MEASURE_UNITS, 'Please choose a unit.'),
  /** Of a blood pressure the systolic one. */
  first: z.number('Please enter a number.'),
  /** The diastolic one; null of everything else. */
  second: z.number('Please enter a number.').nullable(),
};

export const measureValue = z.object({
  /** Given by whoever measured, so that what is sent twice is there once. */
  id: z.string(),
  /** The elder who was measured. */
  userId: z.string(),
  ...said,
  measuredAt: z.iso.datetime(),
  ...signed,
});

export type MeasureValue = z.output<typeof measureValue>;

const choice = {
  kinds: z
    .array(z.enum(MEASURE_KINDS))
    .max(MEASURE_KINDS.length)
    .transform((kinds) => MEASURE_KINDS.filter((kind) => kinds.includes(kind))),
  weightUnit: z.enum(WEIGHT_UNITS, 'Please choose a unit.'),
  glucoseUnit: z.enum(GLUCOSE_UNITS, 'Please choose a unit.'),
};

const asked = z.object({
  userId: z.string(),
  kinds: z.array(z.enum(MEASURE_KINDS)),
  weightUnit: choice.weightUnit,
  glucoseUnit: choice.glucoseUnit,
  version,
  /** The newest value of each of these kinds, where there is one. */
  latest: z.array(measureValue),
});

export type AskedMeasures = z.output<typeof asked>;

const one = z.object({ id: z.uuid() });

export const measureCalls = {
  asked: endpoint('GET /api/measures', {
    who: 'user',
    summary: 'What the family wants to be measured, of each elder for whom it was chosen.',
    reply: z.array(asked),
    cache: 'person',
    allowedInGrace: true,
  }),
  ask: endpoint('PUT /api/measures/{userId}', {
    who: 'admin',
    summary: 'Chooses what is asked of an elder, and in which units.',
    params: z.object({ userId: z.uuid() }),
    body: z.object({ ...choice, version: madeFrom }).strict(),
    reply: asked,
    refusals: some(kitRefusals, 'not-found', 'changed-meanwhile'),
  }),
  list: endpoint('GET /api/measure-values', {
    who: 'user',
    summary: 'What was measured, the newest first; 100 values unless told.',
    query: z
      .object({ ...filter, kind: z.enum(MEASURE_KINDS) })
      .partial()
      .strict(),
    reply: z.array(measureValue),
    replica: true,
    allowedInGrace: true,
  }),
  add: endpoint('POST /api/measure-values', {
    who: 'user',
    summary: 'Notes a value. The same id is noted once, however often it is sent.',
    body: z
      .object({
        id: z.uuid(),
        userId: z.uuid(),
        ...said,
        second: said.second.default(null),
        /** When it was measured; now unless told. */
        measuredAt: instantInput.optional(),
      })
      .strict(),
    reply: measureValue,
    status: 201,
    allowedInGrace: true,
    refusals: {
      ...some(measureRefusals, 'measures-full', 'measures-of-day-full', 'measured-in-future'),
      ...some(kitRefusals, 'not-found'),
    },
  }),
  correct: endpoint('PATCH /api/measure-values/{id}', {
    who: 'admin',
    summary: 'Corrects a value, or puts back one that was taken back.',
    params: one,
    body: z
      .object({
        unit: said.unit.optional(),
        first: said.first.optional(),
        second: said.second.optional(),
        measuredAt: instantInput.optional(),
        isTakenBack: z.literal(false).optional(),
        version: madeFrom,
      })
      .strict(),
    reply: measureValue,
    refusals: {
      ...some(measureRefusals, 'measured-in-future'),
      ...some(kitRefusals, 'not-found', 'changed-meanwhile'),
    },
  }),
  takeBack: endpoint('DELETE /api/measure-values/{id}', {
    who: 'user',
    summary: 'Takes a value back; for 30 days it can be put back.',
    params: one,
    reply: measureValue,
    allowedInGrace: true,
    refusals: some(kitRefusals, 'not-found'),
  }),
};

export type MeasureCalls = typeof measureCalls;
