import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#kit/server/feature.ts';
import type { Endpoint } from '#kit/shared/endpoint.ts';
import type { CachedResponse } from './answer-store.ts';
import { takesGzip } from './compression.ts';
import { parseRequest } from './request-parsing.ts';
import { dateHeader } from './security-headers.ts';

/** Of a call that takes a query only the plain one is cached, unless its pages are. */
export function isCacheable({ cache, query }: Endpoint, request: FastifyRequest): boolean {
  if (cache === undefined) return false;
  return cache === 'pages' || query === undefined || !request.url.includes('?');
}

/**
 * Under which an answer is cached in its household: of each person by themselves, or of all. A page's
 * says what was asked for as the contract reads it, so that other words for the same are the same, and
 * what the contract does not take is refused here.
 */
export function cacheKey(endpoint: Endpoint, caller: Caller, request: FastifyRequest): string {
  const key = endpoint.cache === 'person' ? `${endpoint.path} ${caller.user.id}` : endpoint.path;
  if (endpoint.cache !== 'pages') return key;
  const { params, query } = parseRequest(endpoint, request);
  return `${key} ${JSON.stringify([params, query])} ${encodingFor(request)}`;
}

/** In which a page is made for whoever asks. */
export function encodingFor(request: FastifyRequest): 'gzip' | 'identity' {
  return takesGzip(request) ? 'gzip' : 'identity';
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
