import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Announces that this server will stop, while it still answers: /readyz returns 503, and every
     * answer has `Connection: close`, so that proxies switch to another server.
     */
    leave(): void;
    readonly isLeaving: boolean;
  }
}

/** Interval at which a closing server closes idle connections. */
const LOOK_EVERY_MS = 50;

/**
 * Maximum time for running requests at shutdown. Then their connections are closed, so that enough
 * time remains to store pending data.
 */
const MAX_ANSWER_MS = 8_000;

/**
 * Graceful shutdown without broken answers: running calls are finished, and each connection is
 * closed after its last answer. `alsoLeaving` is called when the server announces its stop.
 */
export function shutDownGracefully(server: FastifyInstance, alsoLeaving: () => void): void {
  const unused = unusedConnections(server);
  let leaving = false;
  server.decorate('isLeaving', { getter: () => leaving });
  server.decorate('leave', () => {
    if (leaving) return;
    leaving = true;
    alsoLeaving();
  });
  const endWith = ({ raw }: FastifyReply) => {
    // Set on the raw response, because cached answers and event streams do not use Fastify's reply.
    if (leaving && !raw.headersSent) raw.setHeader('Connection', 'close');
  };
  server.addHook('onRequest', (_request, reply, done) => {
    endWith(reply);
    done();
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    endWith(reply);
    done();
  });
  let looking: NodeJS.Timeout;
  let tooLong: NodeJS.Timeout;
  server.addHook('preClose', async () => {
    server.leave();
    const endIdle = () => {
      server.server.closeIdleConnections();
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    };
    looking = setInterval(endIdle, LOOK_EVERY_MS);
    tooLong = setTimeout(() => server.server.closeAllConnections(), MAX_ANSWER_MS);
  });
  server.addHook('onClose', async () => {
    clearInterval(looking);
    clearTimeout(tooLong);
  });
}

/**
 * Browsers open connections in advance, and Node waits for a first request on them even while it
 * closes.
 */
function unusedConnections({ server }: FastifyInstance): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}
