import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#kit/server/feature.ts';
import type { Endpoint } from '#kit/shared/endpoint.ts';
import type { CachedResponse } from './response-cache.ts';
import { dateHeader } from './security-headers.ts';

/** Of a call that takes a query only the plain one is cached: the others are too many. */
export function isCacheable({ cache, query }: Endpoint, request: FastifyRequest): boolean {
  return cache !== undefined && (query === undefined || !request.url.includes('?'));
}

/** Under which an answer is cached in its household: of each person by themselves, or of all. */
export function cacheKey(endpoint: Endpoint, caller: Caller): string {
  return endpoint.cache === 'person' ? `${endpoint.path} ${caller.user.id}` : endpoint.path;
}

/** Straight to the socket: a cached answer passes no serialiser and no compression. */
export function sendCached(
  cached: CachedResponse,
  now: Date,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const unchanged = request.headers['if-none-match'] === cached.etag;
  const head = unchanged ? cached.unchangedHead : cached.fullHead;
  reply.hijack();
  reply.raw.writeHead(unchanged ? 304 : 200, [...head, 'Date', dateHeader(now.getTime())]);
  reply.raw.end(unchanged ? undefined : cached.bytes);
}
