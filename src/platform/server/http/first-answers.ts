import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#platform/server/feature.ts';
import type { Endpoint } from '#platform/shared/endpoint.ts';
import { Refusal } from '#platform/shared/refusal.ts';
import type { RenderedPage } from '#platform/shared/rendered-page.ts';
import type { Role } from '#platform/shared/roles.ts';
import { withTimeout } from '../jobs/with-timeout.ts';
import type { CachedResponse } from './answer-store.ts';
import { cacheKey } from './cached-replies.ts';
import { callerParts, contextOf, type Exchange } from './call-context.ts';
import { readCookie, sessionCookieName } from './cookies.ts';
import type { DispatchParts } from './dispatch.ts';
import { readerOf } from './misses.ts';
import { parseRequest } from './request-parsing.ts';
import { allowed, makeFresh, type Route, routesOf } from './routes.ts';
import { dateHeader } from './security-headers.ts';

/**
 * The calls whose answers are embedded in the start page for a user with this role: cacheable calls
 * without a query.
 */
export interface FirstScreen {
  readonly role: Role;
  readonly calls: readonly Endpoint[];
  /**
   * Time limit for the answers, in milliseconds. A page whose answers take longer is sent without
   * them.
   */
  readonly longestMs: number;
  readonly render?: Renderer;
}

/**
 * Renders a screen on the server from the answers, which are keyed by path. If it returns
 * undefined, the page is sent without the screen.
 */
export type Renderer = (
  answers: Readonly<Record<string, unknown>>,
  now: Date,
) => RenderedPage | undefined;

export interface FirstParts {
  /** The script element with the answers as JSON. */
  readonly answers: string;
  readonly rendered?: RenderedPage | undefined;
}

/** Id of the script element with the answers, by which the client finds it. */
const ELEMENT_ID = 'first-answers';

/**
 * Maximum length of the embedded answers. Longer answers are left out, so that the page arrives
 * sooner.
 */
const MAX_CHARACTERS = 64 * 1024;

export type FirstPartsOf = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FirstParts | undefined>;

/**
 * Embeds the first answers in the page, with the screen rendered from them. The answers are the
 * same bytes that the calls return, from the response cache or newly cached. Returns undefined
 * without a session, for another role, for a refused call, and if the answers are not available in
 * time.
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

/** Renders the screen. Returns undefined after an error: the client then renders the screen. */
function renderedBy(
  { render }: FirstScreen,
  json: string,
  { now, request }: Exchange,
): RenderedPage | undefined {
  try {
    return render?.(JSON.parse(json).answers, now);
  } catch (error) {
    request.log.warn({ err: error }, 'page sent without its rendered screen');
    return undefined;
  }
}

/**
 * The service worker fetches the page with another `Accept` header and must receive it without
 * personal data.
 */
function isNavigation({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '');
}

type Answers = readonly (readonly [path: string, answer: CachedResponse])[];

/**
 * Returns the answers from the caches without a query, the usual case; undefined if one is not
 * cached.
 */
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

/**
 * Reads the answers like `readInTurn`. Returns undefined after the time limit; the client then
 * requests the answers.
 */
function readInTime(...given: Parameters<typeof readInTurn>): Promise<Answers | undefined> {
  const [, , { longestMs }] = given;
  return withTimeout(longestMs, 'The page does not wait.', readInTurn(...given)).catch(
    () => undefined,
  );
}

/**
 * Reads and caches the answers, but only if capacity is free. The work is not wasted if the page
 * does not use them, because the client requests the same answers immediately.
 */
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
    // A refusal is not logged: the client receives it with its own requests.
    if (!(error instanceof Refusal))
      request.log.warn({ err: error }, 'page sent without preloaded answers');
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

/** Returns the answers as JSON; undefined if there are none or they are too long. */
function jsonOf(answers: Answers, now: Date): string | undefined {
  if (answers.length === 0) return undefined;
  const lines = answers.map(([path, { bytes }]) => `${JSON.stringify(path)}:${bytes.toString()}`);
  const date = JSON.stringify(dateHeader(now.getTime()));
  const json = `{"date":${date},"answers":{${lines.join(',')}}}`;
  return json.length > MAX_CHARACTERS ? undefined : json;
}

/**
 * A data block that browsers do not execute (`application/json`). `<` is escaped, so that the
 * content cannot close the element.
 */
function elementOf(json: string): string {
  const safe = json.replace(/[<\u2028\u2029]/g, (one) => {
    return `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `<script type="application/json" id="${ELEMENT_ID}">${safe}</script>`;
}
