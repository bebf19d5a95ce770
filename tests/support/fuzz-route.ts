import type { Endpoint } from '#platform/shared/endpoint.ts';
import type { Answer, asking, TestHousehold, TestServer } from '#testing/test-server.ts';
import { NO_UUID } from './every-call.ts';
import { asItIs, type Plan, plansFor, type Wanted } from './fuzz-plans.ts';
import { rowsOf } from './fuzz-rows.ts';
import { textOf } from './fuzz-values.ts';
import type { ValidCall } from './valid-calls.ts';

export interface Tried {
  requests: number;
  /** Number of responses with 2xx or 304. */
  accepted: number;
  /**
   * Number of responses that ask the client to retry: 503 with Retry-After, or 502 if an external
   * server did not respond.
   */
  later: number;
  /** Longest response time in milliseconds, without the time that other programs used. */
  slowest: number;
  /** Responses with a status of 500 or more, each with its request. */
  failed: string[];
  /** Tables in which a request changed rows of another household. */
  touched: string[];
}

const MAX_SHOWN = 5;

type Ask = ReturnType<typeof asking>;

interface Own {
  readonly household: TestHousehold;
  readonly ask: Ask;
  readonly valid: Wanted;
}

export interface Route {
  readonly endpoint: Endpoint;
  readonly call: ValidCall;
  readonly seed: number;
  readonly requests: number;
}

/**
 * Makes requests to one endpoint, most of them slightly changed valid ones. Checks that the rows of
 * a second household do not change.
 */
export async function fuzzed(server: TestServer, route: Route): Promise<Tried> {
  const { endpoint } = route;
  const stranger = await server.household();
  const theirs = await validFor(server, route, stranger);
  const others = { ...theirs, ...(endpoint.who === 'anyone' ? NO_SECRETS : {}) };
  const before = await rowsOf(server.database, stranger.accountId);
  const tried: Tried = {
    ...{ requests: 0, accepted: 0, later: 0, slowest: 0 },
    ...{ failed: [], touched: [] },
  };
  let own = await ownOf(server, route);
  // The first upload is not measured, because it starts the worker threads.
  if (endpoint.upload !== undefined) {
    await tryOne({ ...tried }, route, own, { plan: asItIs, theirs });
    own = await ownOf(server, route);
  }
  for (const plan of plansFor(endpoint, route.requests, route.seed)) {
    const answer = await tryOne(tried, route, own, { plan, theirs: others });
    const isRefused = answer.status >= 400;
    if (isRefused && (plan === asItIs || /^(401|402|403|429)$/.test(String(answer.status)))) {
      own = await ownOf(server, route);
      if (plan === asItIs) await tryOne(tried, route, own, { plan, theirs: others });
    }
    if (!isRefused && usesUp(endpoint)) own = await ownOf(server, route, own.household);
  }
  await server.settled();
  const after = await rowsOf(server.database, stranger.accountId);
  tried.touched = after.filter((line, at) => line !== before[at]);
  return tried;
}

/** Used instead of another household's request, because a valid secret in it would grant access. */
const NO_SECRETS = { params: {}, query: '', body: {} };

/** True if an accepted request removes the object that it needs. */
function usesUp({ method, who, path }: Endpoint): boolean {
  return method === 'DELETE' || (who === 'anyone' && method === 'POST') || path === '/api/export';
}

async function ownOf(server: TestServer, route: Route, known?: TestHousehold): Promise<Own> {
  const household = known ?? (await server.household());
  try {
    const valid = await validFor(server, route, household);
    return { household, valid, ask: household.as('super_admin') };
  } catch (error) {
    // The household has no suitable object left, or has reached its quota, so a new household is
    // used.
    if (known !== undefined) return ownOf(server, route);
    throw error;
  }
}

async function validFor(
  server: TestServer,
  { endpoint, call }: Route,
  household: TestHousehold,
): Promise<Wanted> {
  const { id, ids, body } = (await call.prepare?.(household, server.database)) ?? {};
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return {
    params: Object.fromEntries(names.map((name) => [name, ids?.[name] ?? id ?? NO_UUID])),
    query: ids?.query ?? call.query ?? '',
    body: body ?? call.body,
    headers: {},
  };
}

async function tryOne(
  tried: Tried,
  { endpoint }: Route,
  own: Own,
  { plan, theirs }: { plan: Plan; theirs: Wanted },
): Promise<Answer> {
  const wanted = await plan(own.valid, theirs);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => wanted.params[name] ?? '');
  const address = wanted.query === '' ? path : `${path}?${wanted.query}`;
  const body = bodyOf(wanted);
  const headers = { ...(typeof body === 'string' ? JSON_TYPE : {}), ...wanted.headers };
  const began = performance.now();
  const before = process.cpuUsage();
  const answer = await own.ask(endpoint.method, address, body, headers);
  const { user, system } = process.cpuUsage(before);
  // The smaller of wall-clock and CPU time, so that the time of other programs does not count.
  const ms = Math.min(performance.now() - began, (user + system) / 1000);
  tried.requests += 1;
  tried.slowest = Math.max(tried.slowest, ms);
  if (answer.status < 400) tried.accepted += 1;
  else if (isMeant(answer, endpoint)) tried.later += 1;
  else if (answer.status >= 500 && tried.failed.length < MAX_SHOWN) {
    const said = typeof body === 'string' ? body : String(body);
    const asked = [address, said, JSON.stringify(wanted.headers)].map((of) => of.slice(0, 400));
    tried.failed.push(`${answer.status} to ${endpoint.method} ${asked.join(' ')}`);
  }
  return answer;
}

function isMeant({ status, headers }: Answer, { path }: Endpoint): boolean {
  if (status === 502) return path === '/api/weather';
  return status === 503 && headers['retry-after'] !== undefined;
}

const JSON_TYPE = { 'content-type': 'application/json' };

function bodyOf({ body }: Wanted): string | FormData | undefined {
  if (body === undefined || body instanceof FormData) return body;
  return typeof body === 'string' ? body : textOf(body);
}
