import { onlineManager } from '@tanstack/react-query';
import type { z } from 'zod';
import { SECOND_MS } from '#kit/shared/durations.ts';
import type { Endpoint, Endpoints } from '#kit/shared/endpoint.ts';
import { abortAfter } from './abort-after.ts';
import { noteServerDate } from './server-clock.ts';

/** A non-OK answer. The message is the status, a colon and a space, then the body's text. */
export class ApiError extends Error {
  readonly status: number;
  /** Which refusal of the server it is, when it is one: see `refusedWith`. */
  readonly code: string | undefined;
  /** The server's own sentence, when it gave one. */
  readonly sentence: string | undefined;
  /** What is wrong in which field of a form. */
  readonly fields: Record<string, string>;
  /** The thing as somebody else has saved it meanwhile, when that is why. */
  readonly current: unknown;
  /** All that the server said. */
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

/** Whether the server refused so. `Codes` are a feature's: without them no code compiles. */
export function refusedWith<Codes extends string = never>(
  error: unknown,
  code: NoInfer<Codes>,
): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** Something came with a good status that the server never says. */
export class NoAnswer extends Error {
  constructor() {
    super('This is no answer of the server.');
    this.name = 'NoAnswer';
  }
}

/** Who asked to read something waits no longer, in milliseconds: a dead line may stay silent for ever. */
const LONGEST_READ_MS = 15 * SECOND_MS;

/**
 * Whether a failure is none of the server's: no answer came, or that of something in between, as a
 * WiFi's sign-in page or a proxy whose server is away. The server says in its own form what is wrong.
 */
export function gotNoAnswer(error: Error | null): boolean {
  return error !== null && !(error instanceof ApiError && error.sentence !== undefined);
}

/** Whether nothing came in all the time that is waited for an answer. */
export function waitedInVain(error: Error | null): boolean {
  return error?.name === 'TimeoutError';
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

interface Holding {
  /** Whether what is said meanwhile may be sent; fails where nothing may be. */
  readonly until: Promise<boolean>;
  /** The one call that is not held. */
  readonly butFor: string;
}

let holding: Holding | undefined;

/** Nothing is asked or said until it is known in whose name; what was said in another's fails. */
export function holdCalls(wanted: Holding): void {
  holding = wanted;
  const end = () => {
    if (holding === wanted) holding = undefined;
  };
  wanted.until.then(end, end);
}

/** Returns true if the call that failed with `error` can be repeated. */
type Recover = (error: unknown) => Promise<boolean>;

let recover: Recover | undefined;

/** A screen can remove the cause of a refusal, such as a missing password; undefined ends that. */
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
      // The queries that failed and the live line start again when the server answers again.
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
    signal: input.signal ?? (method === 'GET' ? abortAfter(LONGEST_READ_MS) : null),
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
  // What is in between has a clock of its own.
  if (!gotNoAnswer(failure)) noteServerDate(response.headers.get('Date'), sentAt, receivedAt);
  if (failure) throw failure;
  return answer;
}

/**
 * What the server said. It says 204 where it has nothing to say, and never `{}`: an answer of that
 * kind, or a page, is of something in between, and then nothing was read, changed or logged.
 */
function answerIn(text: string): unknown {
  try {
    const answer: unknown = JSON.parse(text);
    if (!isEmptyObject(answer)) return answer;
  } catch {
    // As below.
  }
  throw new NoAnswer();
}

/** Whatever its length, an answer is not written out again for this. */
function isEmptyObject(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return false;
  return Object.keys(answer).length === 0;
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
