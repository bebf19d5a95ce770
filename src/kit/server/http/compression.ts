import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { GatheredJson } from './response-cache.ts';

const pack = promisify(gzip);

/** Below this a slow line gains less than a busy processor loses. */
const LEAST_BYTES = 16 * 1024;

/** So many items are written at a time; then whoever else asks has a turn. */
const ITEMS_AT_A_TIME = 100;

/** The answer as JSON, in parts: only what the contract names leaves the server. */
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

/** The answer as JSON in one piece. */
export async function jsonOf(contract: z.ZodType, body: unknown): Promise<string> {
  const parts: string[] = [];
  for await (const part of jsonParts(contract, body)) parts.push(part);
  return parts.join('');
}

/** Sends an answer as JSON. A long list is encoded and compressed in parts: others have a turn in between. */
export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  contract: z.ZodType,
  body: unknown,
): Promise<FastifyReply> {
  if (!isLong(body))
    return sendText(request, reply, 'application/json', await jsonOf(contract, body));
  const encoding = takesPacked(request, reply) ? 'gzip' : 'identity';
  const { chunks } = await gather(encoded(jsonParts(contract, body)), encoding);
  reply.type('application/json; charset=utf-8');
  return reply.send(
    Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk))),
  );
}

async function* encoded(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield Buffer.from(part);
}

/** Sends JSON or a page, compressed where that pays: a long list is a tenth of the bytes then. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  type: 'application/json' | 'text/html',
  text: string,
): Promise<FastifyReply> {
  reply.type(`${type}; charset=utf-8`);
  if (text.length < LEAST_BYTES || !takesPacked(request, reply)) return reply.send(text);
  return reply.send(await pack(text, QUICKLY));
}

/** JSON that came in parts, packed or as it is. */
export async function gather(
  parts: AsyncIterable<string | Buffer>,
  encoding: GatheredJson['encoding'],
): Promise<GatheredJson> {
  const chunks: (string | Buffer)[] = [];
  const keep = async (source: AsyncIterable<string | Buffer>) => {
    for await (const chunk of source) chunks.push(chunk);
  };
  if (encoding === 'gzip') await pipeline(parts, createGzip(QUICKLY), keep);
  else await keep(parts);
  return { chunks, encoding };
}

const QUICKLY = { level: constants.Z_BEST_SPEED };

/** Named, and not with the weight that refuses it. */
const GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/;

export function takesGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return GZIP.test(String(headers['accept-encoding'] ?? ''));
}

/** Says so in the answer's headers. */
function takesPacked(request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('Vary', 'Accept-Encoding');
  const isTaken = takesGzip(request);
  if (isTaken) reply.header('Content-Encoding', 'gzip');
  return isTaken;
}
