import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { SECOND_MS } from '#platform/shared/durations.ts';
import type { Endpoint } from '#platform/shared/endpoint.ts';
import { platformRefusal } from '#platform/shared/refusals.ts';
import { routeUrl } from './routes.ts';

/** Access to the metrics from other machines; the local machine always has access. */
export interface MetricsAccess {
  /** IP addresses and ranges (CIDR). */
  readonly allowed: readonly string[];
  /** Sent as `Authorization: Bearer …`; undefined disables access by token. */
  readonly token: string | undefined;
}

/**
 * A gauge that is read at each scrape. Its values are distinguished by labels; a single value has
 * none.
 */
export interface Measure {
  /** Name without the application's prefix, with the unit at the end. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

export interface Reading {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Gauges that are read together, so that one database query serves several of them. */
export interface Measuring {
  readonly measures: readonly Measure[];
  read(): Promise<readonly Reading[]>;
}

/** Called for each call that the fast path has answered from the cache. */
export type OnHit = (endpoint: Endpoint, status: 304 | 200) => void;

const PREFIX = 'grand_';

/** Histogram buckets in seconds, for work that a user waits for. */
const DURATIONS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** Minimum interval between reads of the gauges, independent of the scrape interval. */
const READ_EVERY_MS = 10 * SECOND_MS;

/** Headers that a proxy or a browser sends, but never a metrics scraper. */
const NOT_OF_A_SCRAPER = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
  'cookie',
  'accept-language',
  'sec-fetch-site',
];

/** Host headers of programs on the same machine. */
const LOOPBACK_HOST = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

/**
 * Serves metrics in the Prometheus text format at `/metrics`, to this machine and to the clients
 * that the operator allows.
 * @returns a function that counts answers sent before the router
 */
export function addMetrics(
  server: FastifyInstance,
  access: MetricsAccess,
  measuring: readonly Measuring[],
): OnHit {
  const registry = new Registry();
  timeCalls(server, registry);
  const read = reader(server, registry, measuring);
  const isAllowed = allowance(access);
  let isAsked = false;
  server.get('/metrics', async (request, reply) => {
    // Answered as an unknown address, so that a client without access cannot tell that the endpoint
    // exists.
    if (!isAllowed(request)) throw platformRefusal('unknown-address');
    // Collecting process metrics has a cost, so it starts with the first scrape.
    if (!isAsked) collectDefaultMetrics({ register: registry, prefix: PREFIX });
    isAsked = true;
    await read();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return countHits(registry);
}

/** Labelled by the route's pattern, never the URL, because URLs contain tokens. */
function timeCalls(server: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: `${PREFIX}http_request_duration_seconds`,
    help: 'How long calls took, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: DURATIONS,
    registers: [registry],
  });
  // Finding a series by its labels is too slow for every poll, so each series is cached.
  const series = new Map<string, ReturnType<typeof durations.labels>>();
  server.addHook('onResponse', (request, reply, done) => {
    const { url = 'none' } = request.routeOptions;
    const { method } = request;
    const key = `${method} ${reply.statusCode} ${url}`;
    let one = series.get(key);
    if (one === undefined) {
      one = durations.labels({ route: url, method, status: String(reply.statusCode) });
      series.set(key, one);
    }
    one.observe(reply.elapsedTime / SECOND_MS);
    done();
  });
}

/**
 * Counts the calls of the fast path without their duration, because the duration of a cached answer
 * is always below the lowest bucket.
 */
function countHits(registry: Registry): OnHit {
  const hits = new Map<Endpoint, { 304: number; 200: number }>();
  new Counter({
    name: `${PREFIX}http_cache_hits_total`,
    help: 'Calls that were answered from memory, unchanged (304) or whole, by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
    // Updating the counter by labels is too slow for every cached answer, so the counts are
    // transferred once per scrape.
    collect() {
      for (const [endpoint, counts] of hits) {
        for (const status of [304, 200] as const) {
          this.inc({ route: routeUrl(endpoint), status }, counts[status]);
          counts[status] = 0;
        }
      }
    },
  });
  return (endpoint, status) => {
    let counts = hits.get(endpoint);
    if (counts === undefined) {
      counts = { 304: 0, 200: 0 };
      hits.set(endpoint, counts);
    }
    counts[status] += 1;
  };
}

/**
 * Reads all sources. A source that fails reports no value; the other sources are still reported.
 */
function reader(server: FastifyInstance, registry: Registry, measuring: readonly Measuring[]) {
  const sources = measuring.map(({ measures, read }) => ({
    read,
    gauges: new Map(measures.map((measure) => [measure.name, gaugeOf(measure, registry)])),
  }));
  let readAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | undefined;
  const readAll = async () => {
    for (const { read, gauges } of sources) {
      const readings = await read().catch((error: unknown) => {
        server.log.warn({ err: error }, 'metric not read');
        return [];
      });
      for (const { clear } of gauges.values()) clear();
      for (const { name, labels = {}, value } of readings)
        gauges.get(name)?.gauge.set(labels, value);
    }
    readAt = performance.now();
  };
  return async () => {
    if (performance.now() - readAt < READ_EVERY_MS) return;
    underWay ??= readAll().finally(() => {
      underWay = undefined;
    });
    await underWay;
  };
}

function gaugeOf({ name, help, labels = [] }: Measure, registry: Registry) {
  const labelNames = [...labels];
  const gauge = new Gauge({ name: PREFIX + name, help, labelNames, registers: [registry] });
  // `reset` would report 0 for a gauge without labels, although the value is unknown.
  return { gauge, clear: () => (labelNames.length > 0 ? gauge.reset() : gauge.remove()) };
}

function allowance({ allowed, token }: MetricsAccess): (request: FastifyRequest) => boolean {
  const isLoopback = addressTest(['127.0.0.0/8', '::1']);
  const isAllowed = addressTest(allowed);
  return (request) => {
    const { authorization } = request.headers;
    if (token !== undefined && authorization !== undefined) {
      return isSame(authorization, `Bearer ${token}`);
    }
    // If a proxy is not trusted, all its clients have the proxy's address, so forwarded requests
    // are refused.
    if (request.ip === request.socket.remoteAddress && isForwarded(request)) return false;
    return isAllowed(request.ip) || (isLoopback(request.ip) && isAskedHere(request));
  };
}

function isForwarded({ headers }: FastifyRequest): boolean {
  return NOT_OF_A_SCRAPER.some((name) => headers[name] !== undefined);
}

/**
 * Returns false if a local proxy seems to have forwarded the request without adding headers: nginx
 * uses HTTP/1.0 or closes the connection, and other proxies keep the host that the client
 * requested.
 */
function isAskedHere({ headers, raw }: FastifyRequest): boolean {
  const closes = headers.connection?.toLowerCase() === 'close';
  return raw.httpVersion !== '1.0' && !closes && LOOPBACK_HOST.test(headers.host ?? '');
}

/** Returns a test for IP addresses in the given ranges (CIDR). */
function addressTest(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
