import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CollectedJson } from './response-cache.ts';

const pack = promisify(gzip);

/** Below this size, compression costs more CPU time than it saves in transfer. */
const MIN_BYTES = 16 * 1024;

/** Number of list items that are encoded at once, before the event loop serves other requests. */
const ITEMS_AT_A_TIME = 100;

/**
 * Yields the answer as JSON in chunks. The contract's schema removes fields that it does not name,
 * so they are never sent.
 */
async function* jsonParts(contract: z.ZodType, body: unknown): AsyncGenerator<string> {
  if (!(isLong(body) && contract instanceof z.ZodArray)) {
    yield JSON.stringify(contract.parse(body));
    return;
  }
  for (let at = 0; at < body.length; at += ITEMS_AT_A_TIME) {
    const items = contract.parse(body.slice(at, at + ITEMS_AT_A_TIME));
    yield `${at === 0 ? '[' : ','}${JSON.stringify(items).slice(1, -1)}`;
    await turn();
  }
  yield ']';
}

function isLong(body: unknown): body is readonly unknown[] {
  return Array.isArray(body) && body.length > ITEMS_AT_A_TIME;
}

export async function jsonOf(contract: z.ZodType, body: unknown): Promise<string> {
  const parts: string[] = [];
  for await (const part of jsonParts(contract, body)) parts.push(part);
  return parts.join('');
}

/**
 * Sends an answer as JSON. A long list is encoded and compressed in chunks, so that other requests
 * are served between the chunks.
 */
export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  contract: z.ZodType,
  body: unknown,
): Promise<FastifyReply> {
  if (!isLong(body))
    return sendText(request, reply, 'application/json', await jsonOf(contract, body));
  const encoding = takesPacked(request, reply) ? 'gzip' : 'identity';
  const { chunks } = await collectJson(encoded(jsonParts(contract, body)), encoding);
  reply.type('application/json; charset=utf-8');
  return reply.send(
    Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk))),
  );
}

async function* encoded(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield Buffer.from(part);
}

/**
 * Sends JSON or a page. A large text is compressed, which reduces a long list to a tenth of its
 * size.
 */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  type: 'application/json' | 'text/html',
  text: string,
): Promise<FastifyReply> {
  reply.type(`${type}; charset=utf-8`);
  if (text.length < MIN_BYTES || !takesPacked(request, reply)) return reply.send(text);
  return reply.send(await pack(text, QUICKLY));
}

/** Collects JSON chunks into one buffer, compressed if `encoding` is gzip. */
export async function collectJson(
  parts: AsyncIterable<string | Buffer>,
  encoding: CollectedJson['encoding'],
): Promise<CollectedJson> {
  const chunks: (string | Buffer)[] = [];
  const keep = async (source: AsyncIterable<string | Buffer>) => {
    for await (const chunk of source) chunks.push(chunk);
  };
  if (encoding === 'gzip') await pipeline(parts, createGzip(QUICKLY), keep);
  else await keep(parts);
  return { chunks, encoding };
}

const QUICKLY = { level: constants.Z_BEST_SPEED };

/** Matches `gzip` unless its weight is `q=0`, which refuses it. */
const GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/;

export function takesGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return GZIP.test(String(headers['accept-encoding'] ?? ''));
}

/**
 * Returns true if the answer is sent compressed, and sets `Vary` and `Content-Encoding` for the
 * result.
 */
function takesPacked(request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('Vary', 'Accept-Encoding');
  const isTaken = takesGzip(request);
  if (isTaken) reply.header('Content-Encoding', 'gzip');
  return isTaken;
}
