import { pipeline, Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Paged } from '#kit/server/feature.ts';

const pack = promisify(gzip);

/** Below this a slow line gains less than a busy processor loses. */
const LEAST_BYTES = 16 * 1024;

/** So many items are written at a time; then whoever else asks has a turn. */
const ITEMS_AT_A_TIME = 100;

/** The answer as JSON: only what the contract names leaves the server. */
export async function jsonOf(contract: z.ZodType, body: unknown): Promise<string> {
  const isLong = Array.isArray(body) && body.length > ITEMS_AT_A_TIME;
  if (!isLong || !(contract instanceof z.ZodArray)) return JSON.stringify(contract.parse(body));
  const parts: string[] = [];
  for (let at = 0; at < body.length; at += ITEMS_AT_A_TIME) {
    const items = contract.parse(body.slice(at, at + ITEMS_AT_A_TIME));
    parts.push(JSON.stringify(items).slice(1, -1));
    await turn();
  }
  return `[${parts.join()}]`;
}

/** Sends JSON, compressed where that pays: a long list is a tenth of the bytes then. */
export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string,
): Promise<FastifyReply> {
  reply.type(JSON_TYPE);
  if (json.length < LEAST_BYTES || !takesPacked(request, reply)) return reply.send(json);
  return reply.send(await pack(json, QUICKLY));
}

/** Sends a list as its pages come; each item is cut to what the contract names. */
export function sendPages(
  request: FastifyRequest,
  reply: FastifyReply,
  { pages }: Paged<unknown>,
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
    const items = (await jsonOf(contract, page)).slice(1, -1);
    if (items === '') continue;
    yield before + items;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

const JSON_TYPE = 'application/json; charset=utf-8';

const QUICKLY = { level: constants.Z_BEST_SPEED };

/** Named, and not with the weight that refuses it. */
const GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/;

/** Says so in the answer's headers. */
function takesPacked(request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('Vary', 'Accept-Encoding');
  const isTaken = GZIP.test(String(request.headers['accept-encoding'] ?? ''));
  if (isTaken) reply.header('Content-Encoding', 'gzip');
  return isTaken;
}
