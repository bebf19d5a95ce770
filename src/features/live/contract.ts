import { endpoint } from '#kit/shared/endpoint.ts';

export const liveCalls = {
  follow: endpoint('GET /api/live', {
    who: 'user',
    summary:
      'Server-sent events that say what changed: `{ "changed": ["medications", …] }`, each the first word of the path of what to ask for again.',
    events: true,
    allowedInGrace: true,
    allowedWhileBusy: true,
  }),
};
