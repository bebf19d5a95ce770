import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { Endpoint } from '#platform/shared/endpoint.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum time for receiving the body of a call to this route. */
    longestBodyMs?: number;
  }
}

/** Maximum time for the body of a form or of an unknown route. */
const MAX_BODY_MS = 30_000;

/** Maximum time for the body of an upload, such as an image over a slow connection. */
const MAX_UPLOAD_MS = 5 * MINUTE_MS;

export function bodyTimeoutOf({ upload }: Pick<Endpoint, 'upload'>): number {
  return upload === undefined ? MAX_BODY_MS : (upload.longestMs ?? MAX_UPLOAD_MS);
}

/**
 * Limits the time for receiving the body of every call, as a protection against slow clients
 * (slowloris). The limit also applies after the answer was sent, and to calls that expect no body.
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
    // In a test that injects requests without a network the socket has no `destroy`.
    if (!raw.complete) socket?.destroy?.();
  };
  const timer = setTimeout(end, routeOptions.config?.longestBodyMs ?? MAX_BODY_MS);
  timer.unref();
  const forget = () => {
    clearTimeout(timer);
    raw.off('end', forget);
    socket?.off('close', forget);
  };
  raw.once('end', forget);
  // In a test that injects requests without a network there is no socket.
  socket?.once('close', forget);
}
