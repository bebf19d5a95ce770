import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Says that this server is about to stop, and goes on answering: /readyz with 503, everything
     * with `Connection: close`, so that whoever stands in front of it goes elsewhere.
     */
    leave(): void;
    readonly isLeaving: boolean;
  }
}

/** How often a server that closes looks for connections on which nothing is asked any more. */
const LOOK_EVERY_MS = 50;

/** Whoever has not been answered until then is cut off, so that what is left can be stored. */
const LONGEST_ANSWER_MS = 8_000;

/**
 * Graceful shutdown, which breaks no answer: running calls are finished, and connections end
 * with their last answer. `alsoLeaving` is what else is to end when the server says that it leaves.
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
    // On the raw answer: cached answers and lines are written past the reply.
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
    tooLong = setTimeout(() => server.server.closeAllConnections(), LONGEST_ANSWER_MS);
  });
  server.addHook('onClose', async () => {
    clearInterval(looking);
    clearTimeout(tooLong);
  });
}

/** Browsers open connections in advance: Node waits for the first request on them, also when it closes. */
function unusedConnections({ server }: FastifyInstance): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}
