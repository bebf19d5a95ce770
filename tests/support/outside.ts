import { type Outbound, OutboundError } from '#platform/server/outbound/fetch.ts';

/** An outbound client that rejects every request. */
export const NOBODY_OUTSIDE: Outbound = {
  read: async () => {
    throw new OutboundError('nobody answers');
  },
};
