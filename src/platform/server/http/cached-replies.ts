import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '#platform/server/feature.ts';
import type { Endpoint } from '#platform/shared/endpoint.ts';
import type { CachedResponse } from './answer-store.ts';
import type { Exchange } from './call-context.ts';
import { takesGzip } from './compression.ts';
import { parseRequest } from './request-parsing.ts';
import type { ResponseCache } from './response-cache.ts';
import { allowed } from './routes.ts';
import { dateHeader } from './security-headers.ts';

/** The fields of a request that determine its cached answer. */
export type CacheRequest = Pick<FastifyRequest, 'url' | 'headers' | 'params' | 'query'>;

/** A call with a query is cached only if the endpoint caches pages. */
export function isCacheable(
  { cache, query }: Endpoint,
  { url }: Pick<CacheRequest, 'url'>,
): boolean {
  if (cache === undefined) return false;
  return cache === 'pages' || query === undefined || !url.includes('?');
}

/**
 * Returns the cache key of an answer within its household, per user if the answer is personal. The
 * key of a page contains the query as parsed by the contract, so that equivalent queries share an
 * entry. Throws for a query that the contract refuses.
 */
export function cacheKey(endpoint: Endpoint, caller: Caller, asked: CacheRequest): string {
  const key = endpoint.cache === 'person' ? `${endpoint.path} ${caller.user.id}` : endpoint.path;
  if (endpoint.cache !== 'pages') return key;
  const { headers } = asked;
  const call = { params: asked.params, query: asked.query, headers, body: undefined };
  const { params, query } = parseRequest(endpoint, call);
  return `${key} ${JSON.stringify([params, query])} ${encodingFor(asked)}`;
}

/** Returns the encoding in which an answer in pages is created and cached for this client. */
export function encodingFor(asked: Pick<CacheRequest, 'headers'>): 'gzip' | 'identity' {
  return takesGzip(asked) ? 'gzip' : 'identity';
}

/**
 * Returns the cached answer for a cached caller; undefined if there is none. Throws the refusal of
 * the household, if there is one.
 */
export function cachedFor(
  endpoint: Endpoint,
  cache: ResponseCache,
  caller: Caller | undefined,
  { asked, now }: { readonly asked: CacheRequest; readonly now: Date },
): CachedResponse | undefined {
  if (caller === undefined || !allowed(endpoint, caller, now)) return undefined;
  return cache.get(caller.account.id, cacheKey(endpoint, caller, asked), now.getTime());
}

/** Writes directly to the socket: a cached answer needs no serialization and no compression. */
export function sendCached(cached: CachedResponse, { request, reply, now }: Exchange): void {
  reply.hijack();
  writeCached(cached, now, request.headers, reply.raw);
}

/** @returns the status that was sent */
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
