import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, SignedBody } from '#platform/shared/endpoint.ts';
import { platformRefusal } from '#platform/shared/refusals.ts';
import { withVisibleTexts } from '#platform/shared/visible-text.ts';
import { refusalOf } from './errors.ts';

type CameIn = Pick<FastifyRequest, 'params' | 'query' | 'body' | 'headers'>;

/**
 * Parses the request by its contract and removes invisible characters. Throws a 400 refusal that
 * names the invalid fields.
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

/** Creates a scope in which bodies are passed on as raw bytes. */
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
    throw platformRefusal('invalid-input', 'That contains a character that cannot be stored.');
  const result = schema.safeParse(withVisibleTexts(madeWhole(value)) ?? {});
  if (!result.success) throw refusalOf(result.error);
  return result.data;
}

/** Maximum nesting of a body, which limits the recursion. No form is nested so deeply. */
const DEEPEST = 32;

/**
 * Maximum number of values in a body, above the number of ids that fit in one. Without this limit a
 * body could cause a message for each of many invalid values.
 */
const MAX_VALUES = 5_000;

/**
 * Refuses a body that is nested too deeply or contains too many values. Checks it level by level.
 */
function refuseDeepOrMany(value: unknown): void {
  let level = [value];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) throw platformRefusal('invalid-input', 'That is nested too deeply.');
    values += level.length;
    if (values > MAX_VALUES) throw platformRefusal('invalid-input', 'That has too many parts.');
    level = level
      .filter((part) => typeof part === 'object' && part !== null)
      .flatMap((part) => Object.values(part as object));
  }
}

/**
 * Replaces lone surrogates by U+FFFD, as storage in UTF-8 does, so that the answer equals the
 * stored value. Refusing them would lose an entry whose text was cut within a character.
 */
function madeWhole(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(madeWhole);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, part]) => [key.toWellFormed(), madeWhole(part)]));
}

/** PostgreSQL stores every character except NUL. */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, part]) => key.includes('\0') || hasNul(part));
}
