import type { Server } from 'node:http';
import Fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify';
import type { Database, Following } from '#database/connect.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import type { Refusal } from '#platform/shared/refusal.ts';
import { platformRefusal } from '#platform/shared/refusals.ts';
import type { ServerConfig } from './config.ts';
import type { Feature } from './feature.ts';
import { refuseAmbiguousRequests } from './http/ambiguous-requests.ts';
import { limitBodyTime } from './http/body-timeouts.ts';
import { answerFromCacheFirst } from './http/cache-responder.ts';
import { answerClientError } from './http/client-errors.ts';
import { type DispatchParts, type Gate, registerEndpoints } from './http/dispatch.ts';
import { docsPage } from './http/docs-page.ts';
import { answerError } from './http/errors.ts';
import { type FirstScreen, firstPartsOf } from './http/first-answers.ts';
import { shutDownGracefully } from './http/graceful-shutdown.ts';
import { invalidationOf, listenToOthers, unitOfWork } from './http/invalidation.ts';
import { loggedError } from './http/logged-error.ts';
import { addMetrics, type Measuring } from './http/metrics.ts';
import { missesOf } from './http/misses.ts';
import { type OpenApi, openApiOf } from './http/openapi.ts';
import { changesState, refuseOtherOrigins, refuseUnencrypted } from './http/origin.ts';
import { receivePolicyReports } from './http/policy-reports.ts';
import { ReplicaReads } from './http/replica-reads.ts';
import { ResponseCache } from './http/response-cache.ts';
import { HSTS, setCommonHeaders } from './http/security-headers.ts';
import { SseConnections } from './http/sse.ts';
import { serveStaticFiles } from './http/static-files.ts';
import { Afterwards } from './jobs/background-tasks.ts';
import type { SteadyClock } from './jobs/monotonic-clock.ts';
import { startJobs } from './jobs/scheduler.ts';
import { type Certificate, readCertificate, rotateCertificate, serveAuthority } from './tls.ts';

export interface ServerParts {
  readonly config: ServerConfig;
  readonly limits: HouseholdLimits;
  readonly database: Database;
  readonly features: readonly Feature[];
  readonly gate: Gate;
  /** Runner of the work after an answer; tests pass their own instance to wait for its work. */
  readonly afterwards?: Afterwards;
  /** Clock of the server; tests pass their own. */
  now(): Date;
  /** Monotonic clock, with which jobs detect a wrong system clock. */
  readonly steady?: SteadyClock;
  /** Folder of the built web client; undefined if the server answers only calls of the API. */
  readonly webRoot?: string;
  /** Returns true for a path of the application; other pages are answered with 404. */
  readonly isPage?: (path: string) => boolean;
  /**
   * The requests that the start page makes first; their answers are embedded in the page. Default:
   * none.
   */
  readonly firstScreen?: FirstScreen;
  /** Origins of third-party scripts that the pages load. */
  readonly scripts?: readonly string[];
  readonly title: string;
  /** Version of the product; undefined in tests. */
  readonly version?: string;
  /** Metrics for the operator; without it the server has no metrics endpoint. */
  readonly measuring?: readonly Measuring[];
}

/** Large enough for a JSON form; uploads set their own limit. */
const MAX_BODY_BYTES = 128 * 1024;

/**
 * Keep-alive timeout of idle connections. Longer than the poll interval of 30 s and the timeout of
 * common proxies, so that the server does not close a connection between two polls.
 */
const KEEP_ALIVE_MS = 72_000;

/**
 * Maximum duration of any request: that of the largest upload. `body-timeouts.ts` sets shorter
 * limits for the other requests.
 */
const MAX_REQUEST_MS = 4 * HOUR_MS;

const MAX_HEAD_MS = 20_000;

/** Interval of the check for slow connections. */
const LOOK_FOR_SLOW_MS = 2_000;

/** Interval for storing the last use of sessions. */
const STORE_USES_MS = MINUTE_MS;

/**
 * Interval for releasing households of which no data is cached any more: see `unfollowNowAndThen`.
 */
const UNFOLLOW_MS = MINUTE_MS;

/** Builds the whole server without starting a process; tests and the process entry both use it. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { config, database, gate } = parts;
  const certificate = config.certificate && (await readCertificate(config.certificate));
  const server = Fastify(optionsFor(config, certificate));
  if (config.certificate && certificate) {
    const rotation = rotateCertificate(server.server, config.certificate, certificate, server.log);
    server.addHook('onClose', async () => rotation.end());
    serveAuthority(server, config.certificate);
  }
  const isSecure = config.secureCookies;
  const cache = new ResponseCache({ isSecure, mostBytes: config.caches.mostBytes });
  const live = new SseConnections({ isSecure, most: parts.limits.liveLines });
  const invalidate = invalidationOf({ cache, gate, live });
  const following = await listenToOthers(database, { cache, gate, live }, invalidate);
  const work = unitOfWork(database, invalidate);
  server.decorate('unitOfWork', work);
  limitBodyTime(server);
  shutDownGracefully(server, () => live.close());
  storeUsesNowAndThen(server, gate);
  unfollowNowAndThen(server, following, [cache, gate, live]);

  server.removeContentTypeParser('text/plain');
  server.setErrorHandler(answerError);
  guardRequests(server, config.publicUrl);
  server.addHook('onSend', (_request, reply, _payload, done) => {
    setCommonHeaders(reply, parts.now().getTime());
    // Sent here so that every answer has it, including pages, files and errors.
    if (isSecure) reply.header('Strict-Transport-Security', HSTS);
    done();
  });
  const isEachCallLogged = /debug|trace/.test(config.logLevel);
  logCalls(server, isEachCallLogged);
  const reads = new ReplicaReads({ database, log: server.log, now: () => parts.now() });
  const onHit = parts.measuring
    ? addMetrics(server, config.metrics, [linesOf(live), reads.measuring, ...parts.measuring])
    : () => undefined;
  addProbes(server, database, parts.version);
  receivePolicyReports(server);
  const afterwards = parts.afterwards ?? new Afterwards();
  server.addHook('onClose', () => afterwards.settled());
  const dispatch: DispatchParts = {
    ...{ ...parts, ...work, cache, reads, live, following, afterwards },
    misses: missesOf(database, isSecure),
  };
  registerEndpoints(server, dispatch);
  // The fast path writes no log lines, because they are written by the router. It is off if each
  // call must be logged.
  if (!isEachCallLogged) answerFromCacheFirst(server, dispatch, onHit);
  const { now, steady } = parts;
  startJobs(server, parts.features, {
    ...work,
    database,
    now,
    ...(steady && { steady }),
  });
  // The API description is created on first use: that takes about 60 ms, and it is rarely
  // requested.
  let openApi: OpenApi | undefined;
  const described = () => {
    openApi ??= openApiOf(parts.features, parts.title, gate.refusals);
    return openApi;
  };
  server.get('/api/openapi.json', async () => described());
  server.get('/api/docs', (_request, reply) => docsPage(described(), reply));
  const { webRoot: root, isPage = () => true, scripts = [], firstScreen } = parts;
  const pages = { isPage, scripts, nothingThere };
  const first = firstScreen && { firstParts: firstPartsOf(dispatch, firstScreen) };
  if (root === undefined) server.setNotFoundHandler(nothingThere);
  else await serveStaticFiles(server, { root, ...pages, ...first });
  return server;
}

function guardRequests(server: FastifyInstance, publicUrl: string): void {
  refuseAmbiguousRequests(server);
  server.addHook('onRequest', (request, _reply, done) => {
    if (changesState(request.method)) {
      refuseOtherOrigins(request, publicUrl);
      refuseUnencrypted(request, publicUrl);
    }
    done();
  });
}

function nothingThere(): never {
  throw platformRefusal('unknown-address');
}

/**
 * Node's https server has the same interface as its http server, so the http type is used for both.
 */
function optionsFor(
  config: ServerConfig,
  tls: Certificate | undefined,
): FastifyHttpOptions<Server> {
  const timeouts = {
    headersTimeout: MAX_HEAD_MS,
    connectionsCheckingInterval: LOOK_FOR_SLOW_MS,
  };
  return {
    ...(tls ? { https: { ...timeouts, ...tls } } : { http: timeouts }),
    logger: {
      level: config.logLevel,
      serializers: {
        // Only the method is logged here, because URLs contain tokens and query strings contain
        // user input.
        req: (request) => ({ method: request.method }),
        err: loggedError,
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    bodyLimit: MAX_BODY_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: MAX_REQUEST_MS,
    forceCloseConnections: 'idle',
    // A stopping server still answers the requests that arrive; `graceful-shutdown.ts` makes
    // clients use another server.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  };
}

/**
 * Logs one line per call with the route's pattern, never the URL. Successful reads are logged only
 * at level debug.
 */
function logCalls(server: FastifyInstance, withReads: boolean): void {
  server.addHook('onResponse', (request, reply, done) => {
    const level = levelOf(request.method, reply.statusCode);
    if (level === 'debug' && !withReads) return done();
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
    done();
  });
}

function levelOf(method: string, status: number): 'error' | 'info' | 'debug' {
  if (status >= 500) return 'error';
  return changesState(method) ? 'info' : 'debug';
}

/**
 * Stores the last uses of sessions periodically and at shutdown; a failed attempt is repeated at
 * the next interval.
 */
function storeUsesNowAndThen(server: FastifyInstance, gate: Gate): void {
  const store = () =>
    gate.storeUses().catch((error: unknown) => {
      server.log.warn({ err: error }, 'last use of sessions not stored');
    });
  const timer = setInterval(() => void store(), STORE_USES_MS);
  timer.unref();
  server.addHook('onClose', async () => {
    clearInterval(timer);
    await store();
  });
}

/** Periodically stops following the changes of households of which no data is cached any more. */
function unfollowNowAndThen(
  server: FastifyInstance,
  following: Following,
  keeping: readonly { has(accountId: string): boolean }[],
): void {
  const isKept = (accountId: string) => keeping.some((each) => each.has(accountId));
  const timer = setInterval(() => following.unfollowUnless(isKept), UNFOLLOW_MS);
  timer.unref();
  server.addHook('onClose', async () => clearInterval(timer));
}

function linesOf(live: SseConnections): Measuring {
  const name = 'live_lines';
  return {
    measures: [{ name, help: 'Open lines to screens, which hear of changes at once.' }],
    read: async () => [{ name, value: live.size }],
  };
}

function addProbes(server: FastifyInstance, database: Database, version: string | undefined): void {
  server.get('/healthz', async () => ({ status: 'alive', ...(version && { version }) }));
  server.get('/readyz', async (request) => {
    if (server.isLeaving) throw notReady();
    await database.ping().catch((error: unknown) => {
      request.log.warn({ err: error }, 'database unreachable');
      throw notReady();
    });
    return { status: 'ready' };
  });
}

function notReady(): Refusal {
  return platformRefusal('not-ready');
}
