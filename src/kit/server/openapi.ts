import { z } from 'zod';
import type { Endpoint } from '#kit/shared/endpoint.ts';
import type { Feature } from './feature.ts';

type JsonSchema = Record<string, unknown>;

export interface Operation {
  readonly summary: string;
  readonly 'x-who': string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
  readonly responses: Record<string, { description: string; content?: unknown }>;
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
}

/** The whole API as OpenAPI 3.1, derived from the contracts. */
export function openApiOf(features: readonly Feature[], title: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const { calls } of features) {
    for (const endpoint of Object.values(calls)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operationOf(endpoint),
      };
    }
  }
  return { openapi: '3.1.0', info: { title, version: '1' }, paths };
}

function operationOf(endpoint: Endpoint): Operation {
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
  ];
  const done = {
    description: 'Done.',
    ...(endpoint.reply === undefined ? {} : jsonContent(endpoint.reply, 'output')),
  };
  return {
    summary: endpoint.summary,
    'x-who': endpoint.who,
    parameters,
    ...(endpoint.body === undefined ? {} : { requestBody: jsonContent(endpoint.body, 'input') }),
    responses: {
      [String(endpoint.reply === undefined ? 204 : (endpoint.status ?? 200))]: done,
      default: {
        description: 'A refusal: `error` is a sentence, `fields` says what is wrong where.',
      },
    },
  };
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
  return { content: { 'application/json': { schema: schemaOf(schema, io) } } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
