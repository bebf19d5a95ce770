import type { z } from 'zod';
import type { Endpoint, Endpoints } from '#kit/shared/endpoint.ts';
import { noteServerDate } from './server-clock.ts';

/** A non-OK answer. The message is the status, a colon and a space, then the body's text. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's own sentence, when it gave one. */
  readonly sentence: string | undefined;
  /** What is wrong in which field of a form. */
  readonly fields: Record<string, string>;
  readonly subscriptionExpired: boolean;

  constructor(status: number, text: string, statusText: string) {
    super(`${status}: ${text || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    const body = parsed(text);
    this.sentence = typeof body.error === 'string' ? body.error : undefined;
    this.fields = isTextRecord(body.fields) ? body.fields : {};
    this.subscriptionExpired = body.subscriptionExpired === true;
  }
}

/** The server's sentence of a failure, or `fallback` when it gave none or was not reached. */
export function sentenceOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.sentence ? error.sentence : fallback;
}

function parsed(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null;
}

type Given<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<Name, z.input<Schema>>
  : unknown;

/** What the caller of an endpoint passes: only the parts that its contract names. */
export type InputFor<E extends Endpoint> = Given<'params', E['params']> &
  Given<'body', E['body']> &
  (E['query'] extends z.ZodType ? { query?: z.input<E['query']> } : unknown) & {
    headers?: Record<string, string>;
    /** Delivered even when the page is gone by then. */
    keepalive?: boolean;
    /** Gives up waiting for the answer. */
    signal?: AbortSignal;
  };

export type AnswerOf<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.output<E['reply']>
  : undefined;

type Line<E extends Endpoint> = `${E['method']} ${E['path']}`;

interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  keepalive?: boolean;
  signal?: AbortSignal;
}

/**
 * Typed callers for a contract of which only the types come along: no schema reaches the browser.
 * Each line says method and path once more, and compiles only if they are the contract's.
 */
export function callersOf<C extends Endpoints>() {
  return <K extends keyof C>(lines: { [Name in K]: Line<C[Name]> }) => {
    const entries = Object.entries<string>(lines).map(([name, line]) => [
      name,
      (input: AnyInput = {}) => send(line, input),
    ]);
    // The lines were checked against the contract, so each caller has the types that it names.
    return Object.fromEntries(entries) as {
      [Name in K]: object extends InputFor<C[Name]>
        ? (input?: InputFor<C[Name]>) => Promise<AnswerOf<C[Name]>>
        : (input: InputFor<C[Name]>) => Promise<AnswerOf<C[Name]>>;
    };
  };
}

async function send(line: string, input: AnyInput): Promise<unknown> {
  const [method = 'GET', pattern = '/'] = line.split(' ');
  const path = pathOf(pattern, input.params);
  const sentAt = Date.now();
  const response = await fetch(path + queryString(input.query), {
    method,
    credentials: 'include',
    keepalive: input.keepalive ?? false,
    signal: input.signal ?? null,
    headers: {
      ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...input.headers,
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  });
  noteServerDate(response.headers.get('Date'), sentAt, Date.now());
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  return text === '' ? undefined : JSON.parse(text);
}

/** The pattern with the parameters in place of their names. */
export function pathOf(pattern: string, params: Record<string, string> = {}): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryString(query: AnyInput['query']): string {
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
