import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import type { Endpoint } from '#kit/shared/endpoint.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of such a call may take to come in. */
    longestBodyMs?: number;
  }
}

/** How long a form may take to come in, and what nobody asked for. */
const LONGEST_BODY_MS = 30_000;

/** For pictures over a slow line. */
const LONGEST_UPLOAD_MS = 5 * MINUTE_MS;

/** How long the body of this call may take to come in. */
export function bodyTimeoutOf({ upload }: Pick<Endpoint, 'upload'>): number {
  return upload === undefined ? LONGEST_BODY_MS : (upload.longestMs ?? LONGEST_UPLOAD_MS);
}

/**
 * A body timeout for every call, against slow clients (slowloris): a body that trickles in is cut
 * off, also after its answer, and also where the contract asks for no body.
 */
export function limitBodyTime(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) giveUp(request);
    done();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function giveUp({ raw, routeOptions }: FastifyRequest): void {
  const { socket } = raw;
  const end = () => {
    forget();
    // In a test of the router alone there is no real socket.
    if (!raw.complete) socket?.destroy?.();
  };
  const timer = setTimeout(end, routeOptions.config?.longestBodyMs ?? LONGEST_BODY_MS);
  timer.unref();
  const forget = () => {
    clearTimeout(timer);
    raw.off('end', forget);
    socket?.off('close', forget);
  };
  raw.once('end', forget);
  // In a test of the router alone there is no socket.
  socket?.once('close', forget);
}
