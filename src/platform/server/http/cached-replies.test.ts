import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '#platform/server/feature.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { cacheKey } from './cached-replies.ts';

describe('cacheKey of a page', () => {
  const pages = endpoint('GET /api/things', {
    ...{ who: 'user', summary: 'A page of things.' },
    query: z.object({ limit: z.coerce.number().max(100) }),
    reply: z.array(z.string()),
    cache: 'pages',
  });

  const caller = { user: { id: 'ada' } } as unknown as Caller;

  const keyOf = (search: string) => {
    const query = Object.fromEntries(new URLSearchParams(search));
    const asked = { url: `/api/things?${search}`, query, params: {}, headers: {} };
    return cacheKey(pages, caller, asked);
  };

  it('cacheKey is equal for equivalent queries and different for another page', () => {
    expect(keyOf('limit=24')).toBe(keyOf('limit=24.0'));
    expect(keyOf('limit=24')).not.toBe(keyOf('limit=25'));
  });

  it('cacheKey refuses a query against the contract each time', () => {
    for (let times = 0; times < 2; times += 1) expect(() => keyOf('limit=101')).toThrow();
  });
});
