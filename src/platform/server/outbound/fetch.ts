import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { bodyOf } from './body.ts';
import { isPublicAddress } from './public-address.ts';

/** Thrown if an outbound request fails; the message is for the log and the tests. */
export class OutboundError extends Error {
  override name = 'OutboundError';
}

/** A response without its body. */
export interface Head {
  /** Final URL after all redirects. */
  readonly url: URL;
  readonly status: number;
  /** By lower-case name; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Media type without parameters, such as text/html. */
  readonly mediaType: string;
}

export interface OutboundResponse extends Head {
  /** The decompressed body; undefined if `wantsBody` returned false. */
  readonly body: Buffer | undefined;
}

export interface FetchLimits {
  readonly accept: readonly string[];
  readonly mostBytes: number;
  /** Time limit in milliseconds for name resolution, redirects and body together. */
  readonly withinMs: number;
  /** Decides from the head whether the body is read. Default: true. */
  wantsBody?(head: Head): boolean;
  readonly signal?: AbortSignal;
}

/**
 * Reads URLs that users have entered, but never addresses that only this machine or its network can
 * reach (SSRF protection).
 */
export interface Outbound {
  /** Throws an OutboundError for any failure. */
  read(url: string, wish: FetchLimits): Promise<OutboundResponse>;
}

export interface OutboundParts {
  resolve(host: string): Promise<readonly string[]>;
  mayReach(address: string, port: number): boolean;
  /**
   * Origin of a fake server that answers all requests, at paths of the form /host/path; undefined
   * in production.
   */
  readonly standIn: string | undefined;
}

const MAX_REDIRECTS = 5;

const USER_AGENT = 'Mozilla/5.0 (compatible; GrandApp/1.0; reads pages for a household)';

const PRODUCT: OutboundParts = {
  async resolve(host) {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  },
  mayReach: (address, port) => isPublicAddress(address) && (port === 80 || port === 443),
  standIn: undefined,
};

/** Creates the outbound client. Tests replace its dependencies. */
export function outboundWith(own: Partial<OutboundParts> = {}): Outbound {
  const parts = { ...PRODUCT, ...own };
  return {
    async read(url, wish) {
      const limit = AbortSignal.timeout(wish.withinMs);
      const signal = wish.signal === undefined ? limit : AbortSignal.any([limit, wish.signal]);
      try {
        return await followed(new URL(url), { ...wish, signal }, parts);
      } catch (error) {
        if (error instanceof OutboundError) throw error;
        const message = error instanceof Error ? error.message : 'failed';
        throw new OutboundError(message, { cause: error });
      }
    },
  };
}

interface Limited extends FetchLimits {
  readonly signal: AbortSignal;
}

async function followed(
  first: URL,
  wish: Limited,
  parts: OutboundParts,
): Promise<OutboundResponse> {
  let url = first;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const answer = await asked(url, wish, parts);
    if (!(answer instanceof URL)) return answer;
    url = answer;
  }
  throw new OutboundError('too many redirects');
}

/** Sends one request; returns the response or the URL of a redirect. */
async function asked(
  url: URL,
  wish: Limited,
  parts: OutboundParts,
): Promise<OutboundResponse | URL> {
  const { target, agent } = await wayTo(url, wish.signal, parts);
  try {
    const response = await request(target, {
      dispatcher: agent,
      signal: wish.signal,
      headers: {
        accept: [...wish.accept, '*/*;q=0.1'].join(', '),
        'accept-encoding': 'gzip, deflate, br',
        'accept-language': 'en, *;q=0.5',
        'user-agent': USER_AGENT,
      },
    });
    const headers = plainHeaders(response.headers);
    const { location } = headers;
    if (response.statusCode >= 300 && response.statusCode < 400 && location !== undefined) {
      response.body.on('error', () => undefined).destroy();
      return new URL(location, url);
    }
    const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    const head = { url, status: response.statusCode, headers, mediaType };
    return { ...head, body: await wantedBody(head, response.body, wish) };
  } finally {
    // Closes the connection in any case, so that a body that was not read completely is not
    // received.
    await agent.destroy();
  }
}

async function wantedBody(head: Head, body: Readable, wish: Limited): Promise<Buffer | undefined> {
  // Prevents an uncaught error event after the body is no longer read.
  body.on('error', () => undefined);
  if (wish.wantsBody?.(head) === false) return undefined;
  if (!wish.accept.includes(head.mediaType)) {
    throw new OutboundError(`of the type ${head.mediaType || 'nothing'}`);
  }
  return bodyOf(body, head.headers['content-encoding'] ?? '', wish);
}

/**
 * Creates the HTTP client for a URL. It connects only to the checked addresses, because a second
 * name resolution could return other addresses (DNS rebinding).
 */
async function wayTo(url: URL, signal: AbortSignal, parts: OutboundParts) {
  if (!/^https?:$/.test(url.protocol)) throw new OutboundError('not of the web');
  if (url.username !== '' || url.password !== '') throw new OutboundError('with a password');
  if (parts.standIn !== undefined) {
    const target = `${parts.standIn}/${url.host}${url.pathname}${url.search}`;
    return { target, agent: new Agent() };
  }
  const addresses = await addressesOf(url, signal, parts);
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  const [one] = all;
  if (one === undefined) throw new OutboundError('without an address');
  const agent = new Agent({
    maxHeaderSize: 65_536,
    connect: {
      lookup: (_host, options, done) =>
        options.all ? done(null, all) : done(null, one.address, one.family),
    },
  });
  return { target: url, agent };
}

async function addressesOf(url: URL, signal: AbortSignal, parts: OutboundParts) {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const addresses = isIP(host) === 0 ? await orAborted(parts.resolve(host), signal) : [host];
  if (!addresses.every((address) => parts.mayReach(address, port))) {
    throw new OutboundError('not a public address');
  }
  return addresses;
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new OutboundError('too slow'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function plainHeaders(headers: Record<string, string | string[] | undefined>) {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}
