import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { InPages } from './feature.ts';

const pack = promisify(gzip);

/** Below this a slow line gains less than a busy processor loses. */
const LEAST_BYTES = 16 * 1024;

/** Sends JSON; a long list goes packed to whoever takes it so: a tenth of the bytes over a slow line. */
export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): Promise<FastifyReply> {
  const json = JSON.stringify(body);
  reply.type(JSON_TYPE);
  if (json.length < LEAST_BYTES || !takesPacked(request, reply)) return reply.send(json);
  return reply.send(await pack(json, QUICKLY));
}

/** Sends a list as its pages come; each item is cut to what the contract names. */
export function sendPages(
  request: FastifyRequest,
  reply: FastifyReply,
  { pages }: InPages<unknown>,
  contract: z.ZodType | undefined,
): FastifyReply {
  if (!(contract instanceof z.ZodArray)) throw new Error('only a list is sent in pages');
  const text = Readable.from(textOf(pages, contract));
  reply.type(JSON_TYPE);
  if (!takesPacked(request, reply)) return reply.send(text);
  // What fails on the way breaks the answer off, which nobody takes for a whole list.
  return reply.send(pipeline(text, createGzip(QUICKLY), () => undefined));
}

async function* textOf(pages: AsyncIterable<readonly unknown[]>, contract: z.ZodArray) {
  let before = '[';
  for await (const page of pages) {
    const items = JSON.stringify(contract.parse(page)).slice(1, -1);
    if (items === '') continue;
    yield before + items;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

const JSON_TYPE = 'application/json; charset=utf-8';

const QUICKLY = { level: constants.Z_BEST_SPEED };

/** Says so in the answer's headers. */
function takesPacked(request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('Vary', 'Accept-Encoding');
  const isTaken = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (isTaken) reply.header('Content-Encoding', 'gzip');
  return isTaken;
}
