import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '#kit/server/feature.ts';
import type { Endpoint } from '#kit/shared/endpoint.ts';
import type { CachedResponse } from './answer-store.ts';
import type { Exchange } from './call-context.ts';
import { takesGzip } from './compression.ts';
import { parseRequest } from './request-parsing.ts';
import type { ResponseCache } from './response-cache.ts';
import { allowed } from './routes.ts';
import { dateHeader } from './security-headers.ts';

/** What of a call its cached answer is found by. */
export type AskedFor = Pick<FastifyRequest, 'url' | 'headers' | 'params' | 'query'>;

/** Of a call that takes a query only the plain one is cached, unless its pages are. */
export function isCacheable({ cache, query }: Endpoint, { url }: Pick<AskedFor, 'url'>): boolean {
  if (cache === undefined) return false;
  return cache === 'pages' || query === undefined || !url.includes('?');
}

/**
 * Under which an answer is cached in its household: of each person by themselves, or of all. A page's
 * says what was asked for as the contract reads it, so that other words for the same are the same, and
 * what the contract does not take is refused here.
 */
export function cacheKey(endpoint: Endpoint, caller: Caller, asked: AskedFor): string {
  const key = endpoint.cache === 'person' ? `${endpoint.path} ${caller.user.id}` : endpoint.path;
  if (endpoint.cache !== 'pages') return key;
  const { headers } = asked;
  const call = { params: asked.params, query: asked.query, headers, body: undefined };
  const { params, query } = parseRequest(endpoint, call);
  return `${key} ${JSON.stringify([params, query])} ${encodingFor(asked)}`;
}

/** In which a page is made for whoever asks. */
export function encodingFor(asked: Pick<AskedFor, 'headers'>): 'gzip' | 'identity' {
  return takesGzip(asked) ? 'gzip' : 'identity';
}

/** What is cached for a remembered caller; throws the household's own refusal first. */
export function cachedFor(
  endpoint: Endpoint,
  cache: ResponseCache,
  caller: Caller | undefined,
  { asked, now }: { readonly asked: AskedFor; readonly now: Date },
): CachedResponse | undefined {
  if (caller === undefined || !allowed(endpoint, caller, now)) return undefined;
  return cache.get(caller.account.id, cacheKey(endpoint, caller, asked), now.getTime());
}

/** Straight to the socket: a cached answer passes no serialiser and no compression. */
export function sendCached(cached: CachedResponse, { request, reply, now }: Exchange): void {
  reply.hijack();
  writeCached(cached, now, request.headers, reply.raw);
}

/** @returns the status of what was sent */
export function writeCached(
  cached: CachedResponse,
  now: Date,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
): 304 | 200 {
  const unchanged = headers['if-none-match'] === cached.etag;
  const status = unchanged ? 304 : 200;
  const head = unchanged ? cached.unchangedHead : cached.fullHead;
  response.writeHead(status, [...head, 'Date', dateHeader(now.getTime())]);
  response.end(unchanged ? undefined : cached.bytes);
  return status;
}
