import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, SignedBody } from '#kit/shared/endpoint.ts';
import { kitRefusal } from '#kit/shared/refusals.ts';
import { withVisibleTexts } from '#kit/shared/visible-text.ts';
import { refusalOf } from './errors.ts';

type CameIn = Pick<FastifyRequest, 'params' | 'query' | 'body' | 'headers'>;

/**
 * Parses what came in against the contract, without invisible characters; throws a 400 that names the
 * fields.
 */
export function parseRequest(endpoint: Endpoint, request: CameIn) {
  return {
    params: parsed(endpoint.params, request.params),
    query: parsed(endpoint.query, request.query ?? {}),
    body: parsed(endpoint.body, request.body),
    signed: endpoint.signed && signedBody(endpoint.signed.header, request),
  };
}

function signedBody(header: string, { body, headers }: CameIn): SignedBody {
  const signature = headers[header];
  return {
    bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    signature: typeof signature === 'string' ? signature : '',
  };
}

/** A scope in which bodies stay the bytes that they came as. */
export function signedScope(
  server: FastifyInstance,
  route: (scope: FastifyInstance) => void,
): void {
  server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    route(scope);
    done();
  });
}

function parsed(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  refuseDeepOrMany(value);
  if (hasNul(value))
    throw kitRefusal('invalid-input', 'That contains a character that cannot be stored.');
  const result = schema.safeParse(withVisibleTexts(madeWhole(value)) ?? {});
  if (!result.success) throw refusalOf(result.error);
  return result.data;
}

/** No form nests further; what walks through a value calls itself once a level. */
const DEEPEST = 32;

/** More than the ids that have room in a body; each that is wrong costs a sentence. */
const MOST_VALUES = 5_000;

/** Refuses what is nested further, or has more parts, than anything asked for: level by level. */
function refuseDeepOrMany(value: unknown): void {
  let level = [value];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) throw kitRefusal('invalid-input', 'That is nested too deeply.');
    values += level.length;
    if (values > MOST_VALUES) throw kitRefusal('invalid-input', 'That has too many parts.');
    level = level
      .filter((part) => typeof part === 'object' && part !== null)
      .flatMap((part) => Object.values(part as object));
  }
}

/**
 * Replaces half characters (lone surrogates) by U+FFFD, as storing them as UTF-8 does, so that an
 * answer contains what is stored. Refusing them would lose an entry whose text was cut in half.
 */
function madeWhole(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(madeWhole);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, part]) => [key.toWellFormed(), madeWhole(part)]));
}

/** PostgreSQL stores every character but NUL. */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, part]) => key.includes('\0') || hasNul(part));
}
