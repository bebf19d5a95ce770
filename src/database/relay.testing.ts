import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to a database that a test can make mute: nothing passes, and nobody is told. */
export interface Relay {
  /** The database's address through this line. */
  readonly url: string;
  /** Everything that was said to the database so far. */
  heard(): string;
  mute(): void;
  /** Lets what is said to the database pass, and nothing that it answers. */
  withholdAnswers(): void;
  unmute(): void;
  close(): Promise<void>;
}

/** Opens a line to the database at `databaseUrl`. */
export async function relayTo(databaseUrl: string): Promise<Relay> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isMute = false;
  let isWithholding = false;
  let heard = '';
  const join = (from: Socket, to: Socket, isAnswer: boolean) => {
    open.add(from);
    from.on('data', (chunk) => {
      // What was said into a mute line is lost, as with a machine that is gone.
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
      // Half a conversation is worth nothing to either side.
      for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
