import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#kit/server/feature.ts';
import type { Endpoint } from '#kit/shared/endpoint.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import type { Rendered } from '#kit/shared/rendered.ts';
import type { Role } from '#kit/shared/roles.ts';
import { within } from '../jobs/within.ts';
import type { CachedResponse } from './answer-store.ts';
import { cacheKey } from './cached-replies.ts';
import { callerParts, contextOf, type Exchange } from './call-context.ts';
import { readCookie, sessionCookieName } from './cookies.ts';
import type { DispatchParts } from './dispatch.ts';
import { readerOf } from './misses.ts';
import { parseRequest } from './request-parsing.ts';
import { allowed, makeFresh, type Route, routesOf } from './routes.ts';
import { dateHeader } from './security-headers.ts';

/** What the page of somebody with that role asks first: calls that are cached, without a query. */
export interface FirstScreen {
  readonly role: Role;
  readonly calls: readonly Endpoint[];
  /** The page is sent without what takes longer, in milliseconds. */
  readonly longestMs: number;
  readonly render?: Renderer;
}

/** Server-side rendering of a screen, made of the calls' answers by path; undefined goes without. */
export type Renderer = (
  answers: Readonly<Record<string, unknown>>,
  now: Date,
) => Rendered | undefined;

/** What the page of somebody brings along. */
export interface FirstParts {
  /** An element that holds the answers. */
  readonly answers: string;
  readonly rendered?: Rendered | undefined;
}

/** The element of the page that brings the answers; the page's script looks for it. */
const ELEMENT_ID = 'first-answers';

/** Where there is more, the page is sent without any of it: the page itself comes first. */
const MOST_CHARACTERS = 64 * 1024;

export type FirstPartsOf = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FirstParts | undefined>;

/**
 * Server push of data, inlined: what a page asks first comes with it, as the same bytes with which
 * the calls are answered, out of the response cache or into it, and the screen that is made of it.
 * Undefined for who is nobody or of another role, is refused, or would have to wait.
 */
export function firstPartsOf(parts: DispatchParts, screen: FirstScreen): FirstPartsOf {
  const all = routesOf(parts.features);
  const routes = screen.calls.flatMap((call) => all.filter(({ endpoint }) => endpoint === call));
  return async (request, reply) => {
    const cookie = readCookie(
      request.headers.cookie,
      sessionCookieName(parts.config.secureCookies),
    );
    if (cookie === undefined || !isNavigation(request)) return undefined;
    const exchange = { request, reply, now: parts.now(), cookie };
    const known = fromMemory(parts, routes, screen, exchange);
    const found = known ?? (await readInTime(parts, routes, screen, exchange));
    const json = found && jsonOf(found, exchange.now);
    if (json === undefined) return undefined;
    return { answers: elementOf(json), rendered: renderedBy(screen, json, exchange) };
  };
}

/** A page without its screen makes it by itself. */
function renderedBy(
  { render }: FirstScreen,
  json: string,
  { now, request }: Exchange,
): Rendered | undefined {
  try {
    return render?.(JSON.parse(json).answers, now);
  } catch (error) {
    request.log.warn({ err: error }, 'a page is sent without its screen');
    return undefined;
  }
}

/** A worker that fetches the page to keep it asks for anything, and gets what is nobody's. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '');
}

type Answers = readonly (readonly [path: string, answer: CachedResponse])[];

/** What needs no query at all, which is the usual case; undefined where anything does. */
function fromMemory(
  { gate, cache }: DispatchParts,
  routes: readonly Route[],
  { role }: FirstScreen,
  { cookie = '', now, request }: Exchange,
): Answers | undefined {
  const caller = gate.remembered(cookie, now);
  if (caller === undefined || caller.user.role !== role) return caller && [];
  const answers: [string, CachedResponse][] = [];
  for (const { endpoint } of routes) {
    const key = cacheKey(endpoint, caller, request);
    const answer = cache.get(caller.account.id, key, now.getTime());
    if (answer === undefined || !isOpenTo(endpoint, caller, now)) return undefined;
    answers.push([endpoint.path, answer]);
  }
  return answers;
}

/** Undefined where it takes too long: then the page asks. */
function readInTime(...given: Parameters<typeof readInTurn>): Promise<Answers | undefined> {
  const [, , { longestMs }] = given;
  return within(longestMs, 'The page does not wait.', readInTurn(...given)).catch(() => undefined);
}

/** Read where a turn is free, and cached: the page would ask for the same at once. */
function readInTurn(
  parts: DispatchParts,
  routes: readonly Route[],
  { role }: FirstScreen,
  exchange: Exchange,
): Promise<Answers | undefined> {
  const { gate, misses } = parts;
  const { cookie = '', now, request } = exchange;
  const read = async () => {
    const caller = gate.remembered(cookie, now) ?? (await gate.lookUpInBatch(cookie, now));
    return caller?.user.role === role ? readAll(parts, routes, exchange, caller) : undefined;
  };
  return misses.short.ifFree(read).catch((error: unknown) => {
    // The page says so when it asks.
    if (!(error instanceof Refusal)) request.log.warn({ err: error }, 'a page brings no answers');
    return undefined;
  });
}

async function readAll(
  parts: DispatchParts,
  routes: readonly Route[],
  exchange: Exchange,
  caller: Caller,
): Promise<Answers | undefined> {
  const { cache, misses } = parts;
  const { now, request } = exchange;
  const context = { ...contextOf(parts, exchange), ...callerParts(caller) };
  const answers: [string, CachedResponse][] = [];
  for (const route of routes) {
    const { endpoint } = route;
    if (!allowed(endpoint, caller, now)) return undefined;
    const key = cacheKey(endpoint, caller, request);
    const wanted = { call: parseRequest(endpoint, request), encoding: 'identity' } as const;
    const make = () => makeFresh(route, readerOf(endpoint, misses), wanted, context);
    const known = cache.get(caller.account.id, key, now.getTime());
    answers.push([endpoint.path, known ?? (await cache.make(caller.account.id, key, make))]);
  }
  return answers;
}

function isOpenTo(endpoint: Endpoint, caller: Caller, now: Date): boolean {
  try {
    return allowed(endpoint, caller, now);
  } catch {
    return false;
  }
}

/** Undefined where there is nothing, or too much of it. */
function jsonOf(answers: Answers, now: Date): string | undefined {
  if (answers.length === 0) return undefined;
  const lines = answers.map(([path, { bytes }]) => `${JSON.stringify(path)}:${bytes.toString()}`);
  const date = JSON.stringify(dateHeader(now.getTime()));
  const json = `{"date":${date},"answers":{${lines.join(',')}}}`;
  return json.length > MOST_CHARACTERS ? undefined : json;
}

/** Data that no browser runs (`application/json`), in which nothing can end the element. */
function elementOf(json: string): string {
  const safe = json.replace(/[<\u2028\u2029]/g, (one) => {
    return `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `<script type="application/json" id="${ELEMENT_ID}">${safe}</script>`;
}
