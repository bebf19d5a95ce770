import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type KitRefusal, platformRefusal } from '#platform/shared/refusals.ts';
import { worded } from './errors.ts';

const CODES: Readonly<Record<string, KitRefusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
  HPE_HEADER_OVERFLOW: 'head-too-large',
};

/**
 * Answers input that is not a valid request: not HTTP, headers that are too large, or headers that
 * do not arrive in time.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const { status, body } = worded(platformRefusal(CODES[error.code ?? ''] ?? 'not-understood'));
    const json = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(json)}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${json}`);
  }
  socket.destroy(error);
}
