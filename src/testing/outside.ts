import { type Outbound, OutboundError } from '#platform/server/outbound/fetch.ts';

/** Rejects every external request. */
export const NOBODY_OUTSIDE: Outbound = {
  read: async () => {
    throw new OutboundError('nobody answers');
  },
};
