import { z } from 'zod';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { accessibility } from './contract.ts';
import { DEVICE_STATES, FITTING_STATES } from './domain/fitting-request.ts';

const fittingRequest = z.object({
  id: z.string(),
  /** The id of the device in the list of devices. */
  deviceId: z.string(),
  state: z.enum(FITTING_STATES),
  stateAt: z.iso.datetime(),
  /** The proposed values; null until the fitting is done. */
  proposed: accessibility.partial().nullable(),
});

export type FittingRequest = z.output<typeof fittingRequest>;

const one = z.object({ id: z.uuid() });

export const fittingCalls = {
  ask: endpoint('POST /api/fittings', {
    who: 'admin',
    summary:
      'Requests a fitting on a device of an elder; replaces an earlier request for that device.',
    body: z.object({ deviceId: z.uuid() }).strict(),
    reply: fittingRequest,
    status: 201,
    refusals: some(platformRefusals, 'not-found'),
  }),
  listOf: endpoint('GET /api/fittings/of/{userId}', {
    who: 'admin',
    summary: 'The state of the last fitting on each device of this person.',
    params: z.object({ userId: z.uuid() }),
    reply: z.array(fittingRequest),
  }),
  cancel: endpoint('DELETE /api/fittings/{id}', {
    who: 'admin',
    summary: 'Cancels a fitting that is not finished.',
    params: one,
  }),
  waiting: endpoint('GET /api/fittings', {
    who: 'user',
    summary: 'The open fitting requests for the devices of the signed-in person.',
    reply: z.array(z.object({ id: z.string(), askedBy: z.string() })),
    cache: 'person',
  }),
  tell: endpoint('PUT /api/fittings/{id}', {
    who: 'user',
    summary:
      'Reports the state of a fitting and finally its proposal; answers whether the request is still open for this device.',
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
