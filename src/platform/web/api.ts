import { onlineManager } from '@tanstack/react-query';
import type { z } from 'zod';
import { SECOND_MS } from '#platform/shared/durations.ts';
import type { Endpoint, Endpoints } from '#platform/shared/endpoint.ts';
import { abortAfter } from './abort-after.ts';
import { recordServerDate } from './server-clock.ts';

/**
 * An answer with an error status. The message is the status, a colon, a space, and the text of the
 * body.
 */
export class ApiError extends Error {
  readonly status: number;
  /** Code of the refusal, if the server has refused the call: see `refusedWith`. */
  readonly code: string | undefined;
  readonly sentence: string | undefined;
  /** Validation messages by form field. */
  readonly fields: Record<string, string>;
  /**
   * The current object on the server, if the call was refused because another user has changed the
   * object.
   */
  readonly current: unknown;
  /** The JSON body of the answer. */
  readonly body: Record<string, unknown>;

  constructor(status: number, text: string, statusText: string) {
    super(`${status}: ${text || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    const body = parsed(text);
    this.code = typeof body.code === 'string' ? body.code : undefined;
    this.sentence = typeof body.error === 'string' ? body.error : undefined;
    this.fields = isTextRecord(body.fields) ? body.fields : {};
    this.current = body.current;
    this.body = body;
  }
}

/**
 * True if the server refused with this code. `Codes` is the union of a feature's codes; without it
 * no code compiles.
 */
export function refusedWith<Codes extends string = never>(
  error: unknown,
  code: NoInfer<Codes>,
): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/**
 * Thrown for a response that the server never sends, although its status is good, such as a page of
 * a proxy.
 */
export class NoAnswer extends Error {
  constructor() {
    super('This is no answer of the server.');
    this.name = 'NoAnswer';
  }
}

/**
 * Timeout of reads in milliseconds. Without it, a read over a dead connection could wait forever.
 */
const MAX_READ_MS = 15 * SECOND_MS;

/**
 * True if the failure does not come from the server: there was no response, or an intermediary sent
 * one, such as the sign-in page of a WiFi or a proxy whose server is down. Errors of the server
 * itself always have a message.
 */
export function gotNoAnswer(error: Error | null): boolean {
  return error !== null && !(error instanceof ApiError && error.sentence !== undefined);
}

/** True if the call failed because no response arrived within the timeout. */
export function waitedInVain(error: Error | null): boolean {
  return error?.name === 'TimeoutError';
}

/** Returns the server's message for a failure; `fallback` if the server sent none. */
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

/** Input of a call: the parameters, body and query that the endpoint's contract names. */
export type InputFor<E extends Endpoint> = Given<'params', E['params']> &
  Given<'body', E['body']> &
  (E['query'] extends z.ZodType ? { query?: z.input<E['query']> } : unknown) & {
    headers?: Record<string, string>;
    /** True if the browser must complete the request even if the page is closed. */
    keepalive?: boolean;
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
 * Creates typed functions that make the calls of a contract. Only the types of the contract are
 * imported, so that no schema is part of the bundle. Each line repeats the method and path of a
 * call, and compiles only if both match the contract.
 */
export function callersOf<C extends Endpoints>() {
  return <K extends keyof C>(lines: { [Name in K]: Line<C[Name]> }) => {
    const entries = Object.entries<string>(lines).map(([name, line]) => [
      name,
      (input: AnyInput = {}) => send(line, input),
    ]);
    // The cast is safe: the lines were checked against the contract, so each function has the type
    // of its name.
    return Object.fromEntries(entries) as {
      [Name in K]: object extends InputFor<C[Name]>
        ? (input?: InputFor<C[Name]>) => Promise<AnswerOf<C[Name]>>
        : (input: InputFor<C[Name]>) => Promise<AnswerOf<C[Name]>>;
    };
  };
}

interface Holding {
  /**
   * Resolves with true if writes may be sent, with false if only reads may be sent; rejects if no
   * call may be sent.
   */
  readonly until: Promise<boolean>;
  /** Method and path of the call that is not held. */
  readonly butFor: string;
}

let holding: Holding | undefined;

/**
 * Holds all calls until the signed-in user is known. If that is another user than before, held
 * writes are rejected.
 */
export function holdCalls(wanted: Holding): void {
  holding = wanted;
  const end = () => {
    if (holding === wanted) holding = undefined;
  };
  wanted.until.then(end, end);
}

/**
 * Tries to remove the cause of a refusal, and returns true if the refused call can then be
 * repeated.
 */
type Recover = (error: unknown) => Promise<boolean>;

let recover: Recover | undefined;

/**
 * Sets the function that is called after a refusal to remove its cause, such as a missing password;
 * undefined unsets it.
 */
export function recoverBy(given: Recover | undefined): void {
  recover = given;
}

async function send(line: string, input: AnyInput): Promise<unknown> {
  const [method = 'GET', pattern = '/'] = line.split(' ');
  if (holding && line !== holding.butFor) {
    const maySay = await holding.until;
    if (!maySay && method !== 'GET') throw new NoAnswer();
  }
  const path = pathOf(pattern, input.params);
  const call = async () => {
    try {
      const answer = await ask(method, path + queryString(input.query), input);
      onlineManager.setOnline(true);
      return answer;
    } catch (error) {
      // TanStack Query counts as offline while the server does not answer. When it answers again,
      // failed queries and the event stream restart.
      const isUnanswered = error instanceof Error && gotNoAnswer(error);
      if (!input.signal?.aborted) onlineManager.setOnline(!isUnanswered);
      throw error;
    }
  };
  return call().catch(async (error) => {
    if (await recover?.(error)) return call();
    throw error;
  });
}

async function ask(method: string, address: string, input: AnyInput): Promise<unknown> {
  const sentAt = Date.now();
  const response = await fetch(address, {
    method,
    credentials: 'include',
    keepalive: input.keepalive ?? false,
    signal: input.signal ?? (method === 'GET' ? abortAfter(MAX_READ_MS) : null),
    headers: {
      ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...input.headers,
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  });
  const receivedAt = Date.now();
  const text = await response.text();
  const failure = response.ok ? null : new ApiError(response.status, text, response.statusText);
  const answer = failure || response.status === 204 ? undefined : answerIn(text);
  // The date of an intermediary's answer is ignored, because its clock may differ from the
  // server's.
  if (!gotNoAnswer(failure)) recordServerDate(response.headers.get('Date'), sentAt, receivedAt);
  if (failure) throw failure;
  return answer;
}

/**
 * Parses the answer of the server. An empty answer of the server has status 204 and is never `{}`.
 * Therefore `{}` or a page comes from an intermediary, and the call had no effect.
 */
function answerIn(text: string): unknown {
  try {
    const answer: unknown = JSON.parse(text);
    if (!isEmptyObject(answer)) return answer;
  } catch {
    // Invalid JSON: the error below is thrown.
  }
  throw new NoAnswer();
}

/** Counts the keys instead of comparing JSON text, because the answer may be long. */
function isEmptyObject(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return false;
  return Object.keys(answer).length === 0;
}

/** Returns the path with encoded parameters. */
export function pathOf(pattern: string, params: Record<string, string> = {}): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryString(query: AnyInput['query']): string {
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
