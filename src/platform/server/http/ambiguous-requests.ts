import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { answerClientError } from './client-errors.ts';

/**
 * Protection against request smuggling: a request that a proxy may parse differently is answered
 * with 400, and the connection is closed, so that its remaining bytes are not read as another
 * request.
 */
export function refuseAmbiguousRequests(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, reply, done) => {
    if (!raw.socket.destroyed && !isAmbiguous(raw)) return done();
    reply.hijack();
    answerClientError(new Error('ambiguous request'), raw.socket);
  });
}

function isAmbiguous({ headers, rawHeaders }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return true;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
