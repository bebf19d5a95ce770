import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A proxy to a server. While it is held, requests of a page or a service worker get neither an
 * answer nor an error.
 */
export interface HoldingLine {
  readonly url: string;
  /** The paths requested by the page or its service worker, in order. */
  readonly asked: readonly string[];
  hold(): void;
  /** Forwards the requests that were held. */
  release(): void;
  close(): void;
}

export async function openHoldingLine(to: string): Promise<HoldingLine> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const asked: string[] = [];
  let isHeld = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.pipe(upstream).pipe(client);
    client.on('data', (data) => {
      const heads = data.toString('latin1').matchAll(/^[A-Z]+ (\S+) HTTP\/1\.1\r$/gm);
      asked.push(...[...heads].map(([, address = '']) => address));
    });
    sockets.add(client);
    const end = () => {
      sockets.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    if (isHeld) client.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    asked,
    hold() {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    release() {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
