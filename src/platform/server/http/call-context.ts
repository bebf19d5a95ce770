import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#database/connect.ts';
import type { ServerConfig } from '#platform/server/config.ts';
import type { Caller, Context, UnitOfWork } from '#platform/server/feature.ts';
import type { Afterwards } from '#platform/server/jobs/background-tasks.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import { cachedJson } from './cached-json.ts';
import { deviceCookieName, readCookie, sessionCookieName, tokenCookie } from './cookies.ts';
import { openedAt } from './origin.ts';
import type { ResponseCache } from './response-cache.ts';
import { EMPTY_CACHE } from './security-headers.ts';

/** The parts of the server from which a handler's context is built. */
export interface ContextParts extends UnitOfWork {
  readonly config: ServerConfig;
  readonly limits: HouseholdLimits;
  readonly database: Database;
  readonly gate: { lastUse(tokenHash: string): Date | undefined };
  readonly cache: ResponseCache;
  readonly afterwards: Afterwards;
}

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly now: Date;
  readonly cookie: string | undefined;
}

/** Builds the context that every handler receives, signed in or not. */
export function contextOf(parts: ContextParts, { request, reply, now, cookie }: Exchange): Context {
  const key = request.headers['idempotency-key'];
  const secure = parts.config.secureCookies;
  const keep = (name: string) => (token: string, maxAgeSeconds: number) =>
    void reply.header('Set-Cookie', tokenCookie({ name, token, maxAgeSeconds }, secure));
  return {
    database: parts.database,
    change: parts.change,
    changeAsSystem: parts.changeAsSystem,
    kept: (accountId, key, make) => cachedJson(parts, now, { accountId, key, make }),
    lastUse: parts.gate.lastUse,
    afterwards: (what, work) => parts.afterwards.run(what, request.log, work),
    now,
    log: request.log,
    limits: parts.limits,
    request: {
      address: plainAddress(request.ip),
      openedAt: openedAt(request, parts.config),
      userAgent: request.headers['user-agent'] ?? '',
      sessionToken: cookie,
      deviceToken: readCookie(request.headers.cookie, deviceCookieName(secure)),
      idempotencyKey: typeof key === 'string' && key.length <= 200 ? key : undefined,
    },
    setSession(token, maxAgeSeconds) {
      if (maxAgeSeconds === 0) reply.header(...EMPTY_CACHE);
      keep(sessionCookieName(secure))(token, maxAgeSeconds);
    },
    setDevice: keep(deviceCookieName(secure)),
  };
}

/** A dual-stack socket reports IPv4 addresses as IPv4-mapped IPv6 addresses. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Copies only the fields of `Caller`; the session cache may store more. */
export function callerParts(caller: Caller): Caller {
  return {
    account: caller.account,
    user: caller.user,
    tokenHash: caller.tokenHash,
    deviceName: caller.deviceName,
    refusalAt: caller.refusalAt,
    busy: caller.busy,
  };
}
