import { z } from 'zod';
import { endpoint } from '#kit/shared/endpoint.ts';

const pushEndpoint = z.url({ protocol: /^https$/ }).max(2000);

export const alertCalls = {
  pushKey: endpoint({
    method: 'GET',
    path: '/api/push-subscriptions/key',
    who: 'user',
    summary: "The server's public key, which a browser needs to subscribe to alerts.",
    reply: z.object({ publicKey: z.string() }),
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/api/push-subscriptions',
    who: 'user',
    summary: "Keeps a browser's subscription, so that alerts of this person also reach it.",
    body: z.object({
      endpoint: pushEndpoint,
      keys: z.object({
        p256dh: z.string().regex(/^[\w-]{87}=?$/),
        auth: z.string().regex(/^[\w-]{22}={0,2}$/),
      }),
    }),
    reply: z.object({ id: z.string() }),
    status: 201,
    changesNoKeptAnswer: true,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/push-subscriptions',
    who: 'user',
    summary: 'Forgets the subscription of a browser; also when it is not known.',
    body: z.object({ endpoint: pushEndpoint }),
    changesNoKeptAnswer: true,
  }),
};

export type AlertCalls = typeof alertCalls;
