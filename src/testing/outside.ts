import { type Outbound, OutboundError } from '#kit/server/outbound/fetch.ts';

/** Nothing outside is asked. */
export const NOBODY_OUTSIDE: Outbound = {
  read: async () => {
    throw new OutboundError('nobody answers');
  },
};
