import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db, Following } from '#database/connect.ts';
import {
  type Caller,
  type Context,
  type Feature,
  type MemberContext,
  type ReaderContext,
  WithStatus,
} from '#platform/server/feature.ts';
import type { Endpoint } from '#platform/shared/endpoint.ts';
import type { RefusalKinds } from '#platform/shared/refusal.ts';
import { notAllowed, notSignedIn } from '#platform/shared/refusals.ts';
import { bodyTimeoutOf } from './body-timeouts.ts';
import { cachedFor, cacheKey, encodingFor, isCacheable, sendCached } from './cached-replies.ts';
import { type ContextParts, callerParts, contextOf, type Exchange } from './call-context.ts';
import { sendJson } from './compression.ts';
import { readCookie, sessionCookieName } from './cookies.ts';
import { type Download, sendDownload } from './download.ts';
import { type FileAnswer, sendFile } from './file-replies.ts';
import { admissionOf, type Misses, readerOf } from './misses.ts';
import { mayReadReplica, type ReplicaReads } from './replica-reads.ts';
import { parseRequest, signedScope } from './request-parsing.ts';
import { allowed, makeFresh, type Route, routesOf, routeUrl } from './routes.ts';
import { EMPTY_CACHE } from './security-headers.ts';
import type { SseConnections } from './sse.ts';
import { uploadScope, withUpload } from './uploads.ts';

/** Finds the caller of a session token, from the session cache if possible. */
export interface Gate {
  /** Refusals that apply to a whole household, for any call. */
  readonly refusals: RefusalKinds;
  /** Returns the caller synchronously if the session is cached, so that a poll does not wait. */
  remembered(token: string, now: Date): Caller | undefined;
  /** Looks up one session with a separate query, so that a write does not wait for polls. */
  lookUp(token: string, now: Date): Promise<Caller | undefined>;
  /**
   * Looks up the session in one query with other sessions requested at the same time. Throws
   * `too-busy` if that takes too long.
   */
  lookUpInBatch(token: string, now: Date): Promise<Caller | undefined>;
  /** Returns the last use of a session if it is not stored yet. */
  lastUse(tokenHash: string): Date | undefined;
  /** Stores the last uses of sessions; called periodically, so that no poll has to write. */
  storeUses(): Promise<void>;
  forgetHousehold(accountId: string): void;
  /** Returns true if a session of the household is cached. */
  has(accountId: string): boolean;
  /**
   * Sets how the changes of a household by other processes are followed. Before this call every
   * household counts as followed.
   */
  followBy(following: Pick<Following, 'follow' | 'mark' | 'isFollowedSince'>): void;
  setBypassed(deaf: boolean): void;
}

export interface DispatchParts extends ContextParts {
  readonly features: readonly Feature[];
  readonly gate: Gate;
  readonly misses: Misses;
  readonly reads: ReplicaReads;
  readonly live: SseConnections;
  readonly following: Pick<Following, 'follow'>;
  now(): Date;
}

/** Routes every call of every feature. No other code in the server answers feature calls. */
export function registerEndpoints(server: FastifyInstance, parts: DispatchParts): void {
  const routes = routesOf(parts.features);
  const kind = ({ endpoint }: Route) => {
    if (endpoint.upload !== undefined) return 'upload';
    return endpoint.signed === undefined ? 'usual' : 'signed';
  };
  const add = (scope: FastifyInstance, route: Route) => {
    const { endpoint } = route;
    scope.route({
      method: endpoint.method,
      url: routeUrl(endpoint),
      config: { longestBodyMs: bodyTimeoutOf(endpoint) },
      ...(endpoint.signed === undefined ? {} : { bodyLimit: endpoint.signed.mostBytes }),
      handler: (request, reply) => answer(route, parts, request, reply),
    });
  };
  const addAll = (scope: FastifyInstance, wanted: ReturnType<typeof kind>) => {
    for (const route of routes) if (kind(route) === wanted) add(scope, route);
  };
  addAll(server, 'usual');
  uploadScope(server, (scope) => addAll(scope, 'upload'));
  signedScope(server, (scope) => addAll(scope, 'signed'));
}

function answer(route: Route, parts: DispatchParts, request: FastifyRequest, reply: FastifyReply) {
  const now = parts.now();
  const { endpoint } = route;
  const cookie = readCookie(request.headers.cookie, sessionCookieName(parts.config.secureCookies));
  const exchange = { request, reply, now, cookie };
  if (!isRead(endpoint) || cookie === undefined) return answerFully(route, parts, exchange);
  const caller = parts.gate.remembered(cookie, now);
  const mayBeCached = isCacheable(endpoint, request);
  const cached = mayBeCached ? cachedOf(endpoint, parts, caller, exchange) : undefined;
  if (cached !== undefined) return sendCached(cached, exchange);
  const isMiss = mayBeCached || caller === undefined;
  const admission = admissionOf(endpoint, parts.misses);
  if (isMiss && admission.isFull()) return admission.turnAway(exchange);
  return answerFully(route, parts, exchange);
}

function cachedOf(
  endpoint: Endpoint,
  { cache }: DispatchParts,
  caller: Caller | undefined,
  { request, now }: Exchange,
) {
  return cachedFor(endpoint, cache, caller, { asked: request, now });
}

/** True for a read by a signed-in caller: the client can repeat it. */
function isRead({ method, who }: Endpoint): boolean {
  return method === 'GET' && who !== 'anyone';
}

async function answerFully(route: Route, parts: DispatchParts, exchange: Exchange) {
  const { request } = exchange;
  const { endpoint } = route;
  const context = contextOf(parts, exchange);
  if (endpoint.who === 'anyone') {
    const result = await route.handle(parseRequest(endpoint, request), context);
    return sendResult(exchange, endpoint, result);
  }
  const answerTo = (caller: Caller | undefined) =>
    answerCaller(route, parts, exchange, { context, caller });
  const find = () => lookUpCaller(parts, route, exchange);
  const admission = admissionOf(endpoint, parts.misses);
  if (isRead(endpoint) && isCacheable(endpoint, request)) {
    return admission.run(exchange, () => answerInTurn(route, parts, exchange, answerTo));
  }
  const known = rememberedCaller(parts, exchange);
  if (known !== undefined || !isRead(endpoint)) return answerTo(known ?? (await find()));
  const found = await admission.run(exchange, find);
  return found && answerTo(found.done);
}

/**
 * Reads the answer when capacity is free. If another call has cached the answer in the meantime,
 * that answer is sent.
 */
async function answerInTurn(
  route: Route,
  parts: DispatchParts,
  exchange: Exchange,
  answerTo: (caller: Caller | undefined) => Promise<unknown>,
): Promise<void> {
  const known = rememberedCaller(parts, exchange);
  const cached = cachedOf(route.endpoint, parts, known, exchange);
  if (cached !== undefined) sendCached(cached, exchange);
  else await answerTo(known ?? (await lookUpCaller(parts, route, exchange)));
}

function rememberedCaller({ gate }: DispatchParts, { cookie, now }: Exchange): Caller | undefined {
  return cookie === undefined ? undefined : gate.remembered(cookie, now);
}

async function lookUpCaller(
  { gate }: DispatchParts,
  { endpoint }: Route,
  { cookie, now }: Exchange,
): Promise<Caller | undefined> {
  if (cookie === undefined) return undefined;
  return isRead(endpoint) ? gate.lookUpInBatch(cookie, now) : gate.lookUp(cookie, now);
}

async function answerCaller(
  route: Route,
  parts: DispatchParts,
  exchange: Exchange,
  { context, caller }: { context: Context; caller: Caller | undefined },
) {
  const { request, reply, now, cookie } = exchange;
  const { endpoint } = route;
  if (caller === undefined) {
    // The session has ended: the browser's cache is cleared, so that images of the household are
    // not shown any more.
    if (cookie !== undefined) reply.header(...EMPTY_CACHE);
    throw notSignedIn();
  }
  if (!allowed(endpoint, caller, now)) {
    throw notAllowed();
  }
  const call = parseRequest(endpoint, request);
  // Download managers send HEAD first. It is answered without the handler, because starting the
  // download would use up its ticket.
  if (endpoint.download && request.method === 'HEAD') {
    return reply.header('Cache-Control', 'no-store').status(200).send();
  }
  const member = { ...context, ...callerParts(caller) };
  if (isCacheable(endpoint, request)) {
    const key = cacheKey(endpoint, caller, request);
    const wanted = { call, encoding: encodingFor(request) };
    const make = () => makeFresh(route, readerOf(endpoint, parts.misses), wanted, member);
    return sendCached(await parts.cache.make(caller.account.id, key, make), exchange);
  }
  const { upload } = endpoint;
  const result =
    upload === undefined
      ? await inTransaction(route, parts, call, member)
      : await withUpload(upload, request, parts.config, (given) =>
          inTransaction(route, parts, { ...call, ...given }, member),
        );
  if (endpoint.events) {
    reply.hijack();
    // The cast is safe: the handler of an event stream is typed to return an account's id.
    const accountId = result as string;
    await parts.following.follow(accountId);
    return parts.live.open(accountId, reply.raw);
  }
  return sendResult(exchange, endpoint, result);
}

/** Runs the handler in a transaction of the household, and marks the topic of the call as stale. */
async function inTransaction(
  route: Route,
  parts: DispatchParts,
  call: { readonly query: unknown },
  context: Context & Caller,
): Promise<unknown> {
  const accountId = context.account.id;
  const stale = { answers: topicOf(route.endpoint) };
  const changes = route.endpoint.method !== 'GET' && !route.endpoint.invalidatesNothing;
  const read: ReaderContext['read'] = (work) => parts.reads.read(accountId, work);
  if (route.outsideTransaction) return route.handle(call, { ...context, read });
  const inside = (db: Db) => {
    const member: MemberContext = { ...context, db, cacheUntil: () => undefined };
    return route.handle(call, member);
  };
  if (mayReadReplica(route.endpoint, call.query)) return read(inside);
  return parts.change(accountId, (db, changed) => {
    if (changes) changed(stale);
    return inside(db);
  });
}

/** Returns the first word of the path: `small-things` for `/api/small-things/{id}/order`. */
function topicOf({ path }: Endpoint): string {
  return path.split('/')[2] ?? '';
}

async function sendResult({ request, reply }: Exchange, endpoint: Endpoint, result: unknown) {
  // The casts below are safe: the types of the endpoint determine the result of its handler.
  if (endpoint.file) return sendFile(request, reply, result as FileAnswer);
  if (endpoint.download) return sendDownload(request, reply, result as Download);
  reply.header('Cache-Control', 'no-store');
  if (endpoint.reply === undefined) return reply.status(204).send();
  const [status, body] =
    result instanceof WithStatus ? [result.status, result.reply] : [endpoint.status ?? 200, result];
  return sendJson(request, reply.status(status), endpoint.reply, body);
}
