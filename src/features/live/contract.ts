import { endpoint } from '#platform/shared/endpoint.ts';

export const liveCalls = {
  follow: endpoint('GET /api/live', {
    who: 'user',
    summary:
      'Server-sent events about changes: `{ "changed": ["medications", …] }`; each entry is the first path segment of the endpoints to refetch.',
    events: true,
    allowedInGrace: true,
    allowedWhileBusy: true,
  }),
};
