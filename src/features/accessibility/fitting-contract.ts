import { z } from 'zod';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { accessibility } from './contract.ts';
import { DEVICE_STATES, FITTING_STATES } from './fitting-request.ts';

const fittingRequest = z.object({
  id: z.string(),
  /** As the list of devices names it. */
  deviceId: z.string(),
  state: z.enum(FITTING_STATES),
  stateAt: z.iso.datetime(),
  /** What it proposes; null until it is done. */
  proposed: accessibility.partial().nullable(),
});

export type FittingRequest = z.output<typeof fittingRequest>;

const one = z.object({ id: z.uuid() });

export const fittingCalls = {
  ask: endpoint('POST /api/fittings', {
    who: 'admin',
    summary: 'Asks a device of an elder to begin the fitting; what it was asked before is over.',
    body: z.object({ deviceId: z.uuid() }).strict(),
    reply: fittingRequest,
    status: 201,
    refusals: some(kitRefusals, 'not-found'),
  }),
  listOf: endpoint('GET /api/fittings/of/{userId}', {
    who: 'admin',
    summary: 'How far the last fitting of each device of this person has come.',
    params: z.object({ userId: z.uuid() }),
    reply: z.array(fittingRequest),
  }),
  cancel: endpoint('DELETE /api/fittings/{id}', {
    who: 'admin',
    summary: 'Cancels a fitting that is not done.',
    params: one,
  }),
  waiting: endpoint('GET /api/fittings', {
    who: 'user',
    summary: 'The fittings that the devices of this person are asked for at the moment.',
    reply: z.array(z.object({ id: z.string(), askedBy: z.string() })),
    cache: 'person',
  }),
  tell: endpoint('PUT /api/fittings/{id}', {
    who: 'user',
    summary:
      'A device says how far the fitting has come, and at the end what it proposes; and learns whether it is still meant.',
    params: one,
    body: z
      .object({
        state: z.enum(DEVICE_STATES),
        proposed: accessibility.partial().strict().nullable().default(null),
      })
      .strict(),
    reply: z.object({ isWanted: z.boolean() }),
  }),
};

export type FittingCalls = typeof fittingCalls;
