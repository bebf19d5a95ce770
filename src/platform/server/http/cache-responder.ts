import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#platform/shared/endpoint.ts';
import { cachedFor, isCacheable, writeCached } from './cached-replies.ts';
import { readCookie, sessionCookieName } from './cookies.ts';
import type { DispatchParts } from './dispatch.ts';
import type { OnHit } from './metrics.ts';

type Parts = Pick<DispatchParts, 'cache' | 'config' | 'features' | 'gate' | 'now'>;

/**
 * Fast path: a cached answer for a cached session is sent before the router handles the call,
 * because routing costs as much as everything else in such an answer. All other calls go to the
 * router, which uses the same cache and answers refusals.
 */
export function answerFromCacheFirst(server: FastifyInstance, parts: Parts, onHit: OnHit): void {
  const respond = cacheResponder(parts, onHit);
  const { server: http } = server;
  const routers = http.listeners('request');
  http.removeAllListeners('request');
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // A stopping server uses the router alone, because the router's hooks add `Connection: close`.
    if (!server.isLeaving && respond(request, response)) return;
    for (const router of routers) router.call(http, request, response);
  });
}

/** Answers a call from the cache. Returns true if it was answered. */
function cacheResponder({ cache, config, features, gate, now: clock }: Parts, onHit: OnHit) {
  const find = matcher(features.flatMap(({ calls }) => Object.values(calls)));
  const cookieName = sessionCookieName(config.secureCookies);
  const hit = ({ endpoint, params }: Found, { url = '', headers }: IncomingMessage, now: Date) => {
    if (!isCacheable(endpoint, { url })) return undefined;
    const cookie = readCookie(headers.cookie, cookieName);
    const caller = cookie === undefined ? undefined : gate.remembered(cookie, now);
    const asked = { url, headers, params, query: queryOf(url) };
    return cachedFor(endpoint, cache, caller, { asked, now });
  };
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const found = isPlainRead(request) ? find(request.url ?? '') : undefined;
    if (found === undefined) return false;
    const now = clock();
    const cached = orNothing(() => hit(found, request, now));
    if (cached === undefined) return false;
    onHit(found.endpoint, writeCached(cached, now, request.headers, response));
    return true;
  };
}

/** Returns undefined if `work` throws a refusal, which the router then answers. */
function orNothing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function isPlainRead({ method, headers }: IncomingMessage): boolean {
  const hasBody =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return method === 'GET' && !hasBody;
}

function queryOf(url: string): unknown {
  const end = url.indexOf('?');
  return end < 0 ? {} : parse(url.slice(end + 1));
}

interface Found {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds a cacheable endpoint by its URL. Paths with encoded characters are left to the router. */
function matcher(endpoints: readonly Endpoint[]): (url: string) => Found | undefined {
  const plain = new Map<string, Found>();
  const patterns: { readonly endpoint: Endpoint; readonly pattern: RegExp }[] = [];
  for (const endpoint of endpoints) {
    const { cache, path } = endpoint;
    if (cache === undefined) continue;
    if (!path.includes('{')) plain.set(path, { endpoint, params: {} });
    else patterns.push({ endpoint, pattern: patternOf(path) });
  }
  return (url) => {
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    const found = plain.get(path);
    if (found !== undefined) return found;
    for (const { endpoint, pattern } of patterns) {
      const params = pattern.exec(path)?.groups;
      if (params !== undefined) return { endpoint, params };
    }
    return undefined;
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/%]+)')}$`);
}
