import type { Db } from '#database/connect.ts';
import {
  type Caller,
  type Context,
  type Feature,
  type MemberContext,
  WrittenJson,
} from '#platform/server/feature.ts';
import type { Endpoint } from '#platform/shared/endpoint.ts';
import { mayCall } from '#platform/shared/roles.ts';
import { collectJson, jsonOf } from './compression.ts';
import type { CollectedJson, FreshResponse } from './response-cache.ts';

/** Type of all handlers at run time; `feature` has checked each handler against its contract. */
type AnyHandler = (call: unknown, context: unknown) => Promise<unknown>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: AnyHandler;
  readonly outsideTransaction: boolean;
}

export function routesOf(features: readonly Feature[]): Route[] {
  return features.flatMap(({ calls, handlers }) =>
    Object.entries(calls).map(([name, endpoint]) => routeOf(endpoint, handlers[name])),
  );
}

function routeOf(endpoint: Endpoint, handler: unknown): Route {
  // The casts below are safe: `feature` has checked all handlers against their contracts.
  if (typeof handler === 'function') {
    return { endpoint, handle: handler as AnyHandler, outsideTransaction: false };
  }
  const { outsideTransaction } = handler as { outsideTransaction: AnyHandler };
  return { endpoint, handle: outsideTransaction, outsideTransaction: true };
}

/** Returns the path in Fastify's syntax, also used in the metrics: `/api/small-things/:id`. */
export function routeUrl({ path }: Endpoint): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * Returns true if the role suffices. Throws a refusal of the household first, such as an expiry.
 */
export function allowed(endpoint: Endpoint, caller: Caller, now: Date): boolean {
  const refusal = endpoint.allowedWhenExpired
    ? undefined
    : caller.refusalAt(now, endpoint.allowedInGrace);
  if (refusal !== undefined) throw refusal;
  if (caller.busy !== undefined && !endpoint.allowedWhileBusy) throw caller.busy;
  return mayCall(endpoint.who, caller.user.role);
}

interface Wanted {
  readonly call: unknown;
  readonly encoding: 'gzip' | 'identity';
}

/** Runs a read-only transaction of a household. */
export type ReadHousehold = (
  accountId: string,
  work: (db: Db) => Promise<unknown>,
) => Promise<unknown>;

export async function makeFresh(
  route: Route,
  read: ReadHousehold,
  { call, encoding }: Wanted,
  context: Context & Caller,
): Promise<FreshResponse> {
  let validUntil = Number.POSITIVE_INFINITY;
  const cacheUntil = (instant: Date) => {
    validUntil = Math.min(validUntil, instant.getTime());
  };
  const made = await read(context.account.id, async (db) => {
    const member: MemberContext = { ...context, db, cacheUntil };
    const answered = await route.handle(call, member);
    // The chunks are collected here, because they must be read within the transaction.
    return answered instanceof WrittenJson ? collectJson(answered.parts, encoding) : answered;
  });
  const valid = { validFrom: context.now.getTime(), validUntil };
  const { reply, cache } = route.endpoint;
  // The casts below are safe: the handler of a cached page is typed to answer JSON in chunks.
  if (cache === 'pages') return { json: made as CollectedJson, ...valid };
  return { json: reply === undefined ? '' : await jsonOf(reply, made), ...valid };
}
