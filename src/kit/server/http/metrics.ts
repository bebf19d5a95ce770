import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { SECOND_MS } from '#kit/shared/durations.ts';
import type { Endpoint } from '#kit/shared/endpoint.ts';
import { kitRefusal } from '#kit/shared/refusals.ts';
import { routeUrl } from './routes.ts';

/** Who may read the metrics, beside this machine itself. */
export interface MetricsAccess {
  /** IP addresses and ranges (CIDR). */
  readonly allowed: readonly string[];
  /** Sent as `Authorization: Bearer …`; undefined where there is none. */
  readonly token: string | undefined;
}

/** A gauge: read when it is asked for. Its values by what tells them apart; one alone has no labels. */
export interface Measure {
  /** Without the application's prefix; with its unit at the end. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

export interface Reading {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Read together, so that one look at the database serves several gauges. */
export interface Measuring {
  readonly measures: readonly Measure[];
  read(): Promise<readonly Reading[]>;
}

/** Told of each call that was answered from the cache before the router. */
export type OnHit = (endpoint: Endpoint, status: 304 | 200) => void;

const PREFIX = 'grand_';

/** Of what somebody waits for, in seconds. */
const DURATIONS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** However often it is asked for, the database is looked at this seldom. */
const READ_EVERY_MS = 10 * SECOND_MS;

/** Headers that only a proxy or a browser sends. */
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
 * Metrics for Prometheus, in its text format, at `/metrics`: for this machine and whom the operator names.
 * @returns what counts answers that no router has seen
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
    // To whoever may not read them there is nothing here.
    if (!isAllowed(request)) throw kitRefusal('unknown-address');
    // Watching the process costs something: only where somebody looks.
    if (!isAsked) collectDefaultMetrics({ register: registry, prefix: PREFIX });
    isAsked = true;
    await read();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return countHits(registry);
}

/** By the route's pattern, never the address: addresses hold tokens. */
function timeCalls(server: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: `${PREFIX}http_request_duration_seconds`,
    help: 'How long calls took, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: DURATIONS,
    registers: [registry],
  });
  // Finding a series by its labels costs more than a poll may: each is looked up once.
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

/** A number for each call, and no duration: of a cached answer it is always below the shortest bucket. */
function countHits(registry: Registry): OnHit {
  const hits = new Map<Endpoint, { 304: number; 200: number }>();
  new Counter({
    name: `${PREFIX}http_cache_hits_total`,
    help: 'Calls that were answered from memory, unchanged (304) or whole, by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
    // The counter's own lookup by labels costs more than such an answer may: once for each scrape.
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

/** One that cannot be read has no value, and the others have theirs. */
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
        server.log.warn({ err: error }, 'a metric could not be read');
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
  // Reset, one without labels would say 0, which is not known.
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
    // Behind a proxy that is not trusted, everybody comes from the address of the proxy.
    if (request.ip === request.socket.remoteAddress && isForwarded(request)) return false;
    return isAllowed(request.ip) || (isLoopback(request.ip) && isAskedHere(request));
  };
}

function isForwarded({ headers }: FastifyRequest): boolean {
  return NOT_OF_A_SCRAPER.some((name) => headers[name] !== undefined);
}

/**
 * True unless the request looks passed on by a proxy on this machine that adds no headers: nginx then
 * speaks HTTP/1.0 or closes the connection, and other proxies keep the host that was asked for.
 */
function isAskedHere({ headers, raw }: FastifyRequest): boolean {
  const closes = headers.connection?.toLowerCase() === 'close';
  return raw.httpVersion !== '1.0' && !closes && LOOPBACK_HOST.test(headers.host ?? '');
}

/** Tests whether an IP address is in one of the ranges (CIDR). */
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
