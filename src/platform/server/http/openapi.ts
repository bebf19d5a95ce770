import { z } from 'zod';
import type { Feature } from '#platform/server/feature.ts';
import type { Endpoint, Upload } from '#platform/shared/endpoint.ts';
import type { RefusalKinds } from '#platform/shared/refusal.ts';
import { possibleRefusals } from './possible-refusals.ts';

type JsonSchema = Record<string, unknown>;

export interface Operation {
  readonly summary: string;
  readonly 'x-who': string;
  /** Codes of the possible refusals, by status. */
  readonly 'x-refusals': Record<string, readonly string[]>;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Record<string, { description: string; content?: unknown }>;
}

interface Body {
  /** Schema of the body by media type. */
  readonly content: Record<string, { schema: JsonSchema }>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: unknown;
}

export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: { title: string; version: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: { Refusal: JsonSchema } };
}

/** Describes the whole API as OpenAPI 3.1, derived from the contracts. */
export function openApiOf(
  features: readonly Feature[],
  title: string,
  ofHouseholds: RefusalKinds,
): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const { calls } of features) {
    for (const endpoint of Object.values(calls)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operationOf(
          endpoint,
          possibleRefusals(endpoint, ofHouseholds),
        ),
      };
    }
  }
  return { openapi: '3.1.0', info: { title, version: '1' }, paths, components };
}

function operationOf(endpoint: Endpoint, refusals: RefusalKinds): Operation {
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
  ];
  const requestBody = bodyOf(endpoint);
  const codes = byStatus(refusals);
  return {
    summary: endpoint.summary,
    'x-who': endpoint.who,
    'x-refusals': codes,
    parameters,
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: {
      ...answersOf(endpoint),
      ...Object.fromEntries(Object.entries(codes).map(([status, of]) => [status, refusedWith(of)])),
    },
  };
}

const components = {
  schemas: {
    Refusal: {
      type: 'object',
      description: 'Some carry further members, such as `current` with what somebody else saved.',
      properties: {
        error: { type: 'string', description: 'A sentence for the person who reads it.' },
        code: { type: 'string', description: 'For programs: it stays when the sentence changes.' },
        fields: {
          type: 'object',
          description: 'What is wrong in which field of a form.',
          additionalProperties: { type: 'string' },
        },
      },
      required: ['error', 'code'],
    },
  },
};

function byStatus(refusals: RefusalKinds): Record<string, readonly string[]> {
  const codes: Record<string, string[]> = {};
  for (const [code, { status }] of Object.entries(refusals)) {
    codes[status] = [...(codes[status] ?? []), code];
  }
  return codes;
}

function refusedWith(codes: readonly string[]) {
  const code = { type: 'string', enum: codes };
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { code } }],
  };
  return { description: 'Refused.', ...contentOf('application/json', schema) };
}

const BYTES = { type: 'string', contentMediaType: 'application/octet-stream' };

function bodyOf({ body, upload }: Endpoint): Body | undefined {
  if (upload !== undefined) return formWith(upload);
  return body === undefined ? undefined : jsonContent(body, 'input');
}

function formWith({ field, mostBytes, mostFiles = 1, words }: Upload): Body {
  const file = { ...BYTES, description: `A file of at most ${mostBytes} bytes.` };
  const files = { type: 'array', items: file, maxItems: mostFiles };
  const before = {
    type: 'string',
    description: 'Of the file after it.',
    maxLength: words?.longest,
  };
  const properties = {
    ...(words === undefined ? {} : { [words.field]: before }),
    [field]: mostFiles === 1 ? file : files,
  };
  const schema = { type: 'object', properties, required: [field], additionalProperties: false };
  return contentOf('multipart/form-data', schema);
}

function answersOf(endpoint: Endpoint): Operation['responses'] {
  const { reply, status = 200, file, download, events } = endpoint;
  const bytes = contentOf('application/octet-stream', BYTES);
  if (file) {
    return {
      200: { description: 'The file, under its own media type.', ...bytes },
      206: { description: 'The part of it that `Range` asks for.', ...bytes },
      304: { description: 'It is the one that `If-None-Match` names.' },
    };
  }
  if (download) return { 200: { description: 'The file, to be saved.', ...bytes } };
  if (events) {
    const lines = contentOf('text/event-stream', { type: 'string' });
    return { 200: { description: 'Events, until one side ends them.', ...lines } };
  }
  if (reply === undefined) return { 204: { description: 'Done.' } };
  return { [status]: { description: 'Done.', ...jsonContent(reply, 'output') } };
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Parameter[] {
  if (schema === undefined) return [];
  const { properties, required } = schemaOf(schema, 'input');
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (Array.isArray(required) && required.includes(name)),
    schema: property,
  }));
}

function jsonContent(schema: z.ZodType, io: 'input' | 'output') {
  return contentOf('application/json', schemaOf(schema, io));
}

function contentOf(mediaType: string, schema: JsonSchema): Body {
  return { content: { [mediaType]: { schema } } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
