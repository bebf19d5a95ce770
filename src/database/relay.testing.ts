import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A TCP relay to a database. A test can mute it: data is then dropped, and neither side is
 * notified.
 */
export interface Relay {
  readonly url: string;
  heard(): string;
  mute(): void;
  /** Forwards data to the database but drops its answers. */
  withholdAnswers(): void;
  unmute(): void;
  close(): Promise<void>;
}

export async function relayTo(databaseUrl: string): Promise<Relay> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isMute = false;
  let isWithholding = false;
  let heard = '';
  const join = (from: Socket, to: Socket, isAnswer: boolean) => {
    open.add(from);
    from.on('data', (chunk) => {
      // Data that arrives while the relay is muted is lost, as if the machine had lost its network.
      if (!isMute && !(isAnswer && isWithholding)) to.write(chunk);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
  };
  const server = createServer((socket) => {
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
    });
    const behind = connect(Number(target.port || 5432), target.hostname);
    join(socket, behind, false);
    join(behind, socket, true);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = typeof address === 'object' ? String(address?.port) : '';
  return {
    url: url.href,
    heard: () => heard,
    mute() {
      isMute = true;
    },
    withholdAnswers() {
      isWithholding = true;
    },
    unmute() {
      isMute = false;
      isWithholding = false;
      // Closes all connections, because those that lost data cannot continue.
      for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
