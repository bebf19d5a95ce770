import { z } from 'zod';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { ALARM_OUTCOMES } from './domain/alarm-test.ts';

export const alarmTest = z.object({
  id: z.string(),
  /** The id of the device in the device list. */
  deviceId: z.string(),
  askedAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  /** The result of the test; null until the device has reported it. */
  outcome: z.enum(ALARM_OUTCOMES).nullable(),
});

export const alarmTestCalls = {
  ask: endpoint('POST /api/alarm-tests', {
    who: 'admin',
    summary: 'Requests an alarm test on a device of an elder.',
    body: z.object({ deviceId: z.uuid() }).strict(),
    reply: alarmTest,
    status: 201,
    refusals: some(platformRefusals, 'not-found'),
  }),
  listOf: endpoint('GET /api/alarm-tests/of/{userId}', {
    who: 'admin',
    summary: 'Lists the last alarm test of each device of this person.',
    params: z.object({ userId: z.uuid() }),
    reply: z.array(alarmTest),
  }),
  waiting: endpoint('GET /api/alarm-tests', {
    who: 'user',
    summary: 'Lists the pending alarm tests for the devices of the caller.',
    reply: z.array(z.object({ id: z.string(), askedBy: z.string() })),
    cache: 'person',
  }),
  answer: endpoint('PUT /api/alarm-tests/{id}', {
    who: 'user',
    summary:
      'Records that a device has received an alarm test, and later its result; the response says whether the test is for this device.',
    params: z.object({ id: z.uuid() }),
    body: z.object({ outcome: z.enum(ALARM_OUTCOMES).nullable() }).strict(),
    reply: z.object({ isHere: z.boolean() }),
  }),
};

export type AlarmTestCalls = typeof alarmTestCalls;
