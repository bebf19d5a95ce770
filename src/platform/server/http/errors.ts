import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { codeOf } from '#platform/shared/failures.ts';
import { Refusal } from '#platform/shared/refusal.ts';
import { type KitRefusal, platformRefusal, platformRefusals } from '#platform/shared/refusals.ts';

/** Refusal codes by HTTP status, for errors that are not a Refusal. */
const CODES: Readonly<Record<number, KitRefusal>> = {
  404: 'not-found',
  405: 'wrong-method',
  408: 'request-too-slow',
  413: 'too-large',
  414: 'address-too-long',
  415: 'wrong-content-type',
  431: 'head-too-large',
  503: 'not-ready',
  507: 'no-room',
};

/** Codes of Node and PostgreSQL for a failed database connection. */
const NOT_REACHED = /^(ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_|57P0[123]|08|53300)/;

/**
 * Messages of connection failures without a code: the query timed out, or the pool had no free
 * connection.
 */
const NO_WORD =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|not queryable/;

/** Codes of Node and PostgreSQL for a full disk, on this machine or under the database. */
const NO_ROOM = /^(ENOSPC|EDQUOT|53100)$/;

export interface WordedError {
  status: number;
  body: Record<string, unknown>;
  retryAfterSeconds?: number | undefined;
}

/**
 * Converts an error into an answer; no other function does so. Only a Refusal exposes its own
 * message.
 */
export function worded(error: unknown): WordedError {
  const status = error instanceof Refusal ? error.status : statusOf(error);
  const refusal = error instanceof Refusal ? error : platformRefusal(codeOfStatus(status));
  const { code, message, more, fields, retryAfterSeconds } = refusal;
  const body = { error: message, code, ...more, ...(fields === undefined ? {} : { fields }) };
  return { status, body, retryAfterSeconds };
}

function codeOfStatus(status: number): KitRefusal {
  return CODES[status] ?? (status < 500 ? 'not-understood' : 'server-failed');
}

function statusOf(error: unknown): number {
  if (isNotReached(error)) return 503;
  if (codesOf(error).some((code) => NO_ROOM.test(code))) return 507;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

function isNotReached(error: unknown): boolean {
  if (codesOf(error).some((code) => NOT_REACHED.test(code))) return true;
  return causesOf(error).some(({ message }) => NO_WORD.test(message));
}

function codesOf(error: unknown): string[] {
  return causesOf(error).flatMap((cause) => codeOf(cause) ?? []);
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const answer = worded(error);
  if (answer.status >= 500) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
  }
  if (answer.retryAfterSeconds !== undefined) {
    reply.header('Retry-After', String(answer.retryAfterSeconds));
  }
  reply.status(answer.status).header('Cache-Control', 'no-store').send(answer.body);
}

/** Returns a refusal with a message for each field that violates the contract. */
export function refusalOf(error: z.ZodError): Refusal {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
    for (const key of keys) {
      fields[key] ??=
        issue.code === 'unrecognized_keys' ? 'This is not known here.' : issue.message;
    }
  }
  const first = Object.entries(fields)[0];
  const sentence =
    first === undefined || first[0] === ''
      ? platformRefusals['not-understood'].sentence
      : sentenceFor(first[0], first[1]);
  return platformRefusal('invalid-input', sentence, { fields });
}

/**
 * Zod's default messages ("Invalid input: …") are replaced; the contract's own messages are written
 * for users.
 */
function sentenceFor(field: string, message: string): string {
  return /^(Invalid|Too |Unrecognized)/.test(message) ? `Please check ${field}.` : message;
}
