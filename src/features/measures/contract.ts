import { z } from 'zod';
import { instantInput } from '#platform/shared/date-input.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { baseVersion, version } from '#platform/shared/versions.ts';
import { filter, signed } from './domain/common-fields.ts';
import { GLUCOSE_UNITS, MEASURE_KINDS, MEASURE_UNITS, WEIGHT_UNITS } from './domain/kinds.ts';
import { measureRefusals } from './refusals.ts';

/**
 * The fields that identify what was measured. Codes and units are those of LOINC and UCUM: see
 * `kinds.ts`.
 */
const said = {
  kind: z.enum(MEASURE_KINDS, 'Please choose what was measured.'),
  /**
   * UCUM unit in which the value was entered. A value is stored in the unit of the scales or meter.
   */
  unit: z.enum(MEASURE_UNITS, 'Please choose a unit.'),
  /** The measured value; for blood pressure, the systolic one. */
  first: z.number('Please enter a number.'),
  /** The diastolic value of blood pressure; null for other kinds. */
  second: z.number('Please enter a number.').nullable(),
};

export const measureValue = z.object({
  /** The id is created by the client, so that a value that is sent twice is stored once. */
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
  /** The newest value of each requested kind, if there is one. */
  latest: z.array(measureValue),
});

export type RequestedMeasures = z.output<typeof asked>;

const one = z.object({ id: z.uuid() });

export const measureCalls = {
  asked: endpoint('GET /api/measures', {
    who: 'user',
    summary: 'The measurements that the family requests, by elder.',
    reply: z.array(asked),
    cache: 'person',
    allowedInGrace: true,
  }),
  ask: endpoint('PUT /api/measures/{userId}', {
    who: 'admin',
    summary: 'Chooses the measurements that are requested from an elder, and their units.',
    params: z.object({ userId: z.uuid() }),
    body: z.object({ ...choice, version: baseVersion }).strict(),
    reply: asked,
    refusals: some(platformRefusals, 'not-found', 'changed-meanwhile'),
  }),
  list: endpoint('GET /api/measure-values', {
    who: 'user',
    summary: 'The measured values, newest first; 100 by default.',
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
    summary: 'Stores a value. A repeated id is stored once.',
    body: z
      .object({
        id: z.uuid(),
        userId: z.uuid(),
        ...said,
        second: said.second.default(null),
        /** Time of the measurement; default: now. */
        measuredAt: instantInput.optional(),
      })
      .strict(),
    reply: measureValue,
    status: 201,
    allowedInGrace: true,
    refusals: {
      ...some(measureRefusals, 'measures-full', 'measures-of-day-full', 'measured-in-future'),
      ...some(platformRefusals, 'not-found'),
    },
  }),
  correct: endpoint('PATCH /api/measure-values/{id}', {
    who: 'admin',
    summary: 'Corrects a value, or restores a deleted one.',
    params: one,
    body: z
      .object({
        unit: said.unit.optional(),
        first: said.first.optional(),
        second: said.second.optional(),
        measuredAt: instantInput.optional(),
        isTakenBack: z.literal(false).optional(),
        version: baseVersion,
      })
      .strict(),
    reply: measureValue,
    refusals: {
      ...some(measureRefusals, 'measured-in-future'),
      ...some(platformRefusals, 'not-found', 'changed-meanwhile'),
    },
  }),
  takeBack: endpoint('DELETE /api/measure-values/{id}', {
    who: 'user',
    summary: 'Deletes a value; it can be restored for 30 days.',
    params: one,
    reply: measureValue,
    allowedInGrace: true,
    refusals: some(platformRefusals, 'not-found'),
  }),
};

export type MeasureCalls = typeof measureCalls;
