import { z } from 'zod';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { ALARM_OUTCOMES } from './alarm-test.ts';

export const alarmTest = z.object({
  id: z.string(),
  /** The id of the device in the device list. */
  deviceId: z.string(),
  askedAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  /** Null until the device has reported it. */
  outcome: z.enum(ALARM_OUTCOMES).nullable(),
});

export const alarmTestCalls = {
  ask: endpoint('POST /api/alarm-tests', {
    who: 'admin',
    summary: 'Lets a device of an elder sound its alarm, so that the family hears or learns of it.',
    body: z.object({ deviceId: z.uuid() }).strict(),
    reply: alarmTest,
    status: 201,
    refusals: some(kitRefusals, 'not-found'),
  }),
  listOf: endpoint('GET /api/alarm-tests/of/{userId}', {
    who: 'admin',
    summary: 'The last test of each device of this person.',
    params: z.object({ userId: z.uuid() }),
    reply: z.array(alarmTest),
  }),
  waiting: endpoint('GET /api/alarm-tests', {
    who: 'user',
    summary: 'The tests that the devices of this person are asked for at the moment.',
    reply: z.array(z.object({ id: z.string(), askedBy: z.string() })),
    cache: 'person',
  }),
  answer: endpoint('PUT /api/alarm-tests/{id}', {
    who: 'user',
    summary:
      'A device says that it was asked, then what came of it; and learns whether it is meant.',
    params: z.object({ id: z.uuid() }),
    body: z.object({ outcome: z.enum(ALARM_OUTCOMES).nullable() }).strict(),
    reply: z.object({ isHere: z.boolean() }),
  }),
};

export type AlarmTestCalls = typeof alarmTestCalls;
