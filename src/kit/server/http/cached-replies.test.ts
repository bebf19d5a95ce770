import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '#kit/server/feature.ts';
import { endpoint } from '#kit/shared/endpoint.ts';
import { cacheKey } from './cached-replies.ts';

describe('the key of a page', () => {
  let reads = 0;

  beforeEach(() => {
    reads = 0;
  });

  const pages = () =>
    endpoint({
      ...{ method: 'GET', path: '/api/things', who: 'user', summary: 'A page of things.' },
      query: z.object({
        limit: z.coerce
          .number()
          .max(100)
          .transform((limit) => {
            reads += 1;
            return limit;
          }),
        after: z.string().optional(),
      }),
      reply: z.array(z.string()),
      cache: 'pages',
    });

  /** What Fastify makes of a call of that address. */
  const called = (search: string) =>
    ({
      url: `/api/things?${search}`,
      query: Object.fromEntries(new URLSearchParams(search)),
      params: {},
      headers: {},
    }) as unknown as FastifyRequest;

  const caller = { user: { id: 'ada' } } as unknown as Caller;

  it('is read once for an address, and the same for other words of it', () => {
    const list = pages();
    const key = cacheKey(list, caller, called('limit=24'));
    expect(cacheKey(list, caller, called('limit=24'))).toBe(key);
    expect(reads).toBe(1);
    expect(cacheKey(list, caller, called('limit=24.0'))).toBe(key);
    expect(cacheKey(list, caller, called('limit=25'))).not.toBe(key);
    expect(reads).toBe(3);
  });

  it('is read anew by the contract of another call', () => {
    cacheKey(pages(), caller, called('limit=24'));
    cacheKey(pages(), caller, called('limit=24'));
    expect(reads).toBe(2);
  });

  it('refuses what the contract does not take each time', () => {
    const list = pages();
    for (let times = 0; times < 2; times += 1) {
      expect(() => cacheKey(list, caller, called('limit=101'))).toThrow();
    }
  });

  it('is read each time where the address is long, which anybody can make it', () => {
    const list = pages();
    const long = called(`limit=24&after=${'x'.repeat(200)}`);
    expect(cacheKey(list, caller, long)).toBe(cacheKey(list, caller, long));
    expect(reads).toBe(2);
  });
});
