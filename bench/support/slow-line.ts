import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Slow 4G as in Lighthouse: a round trip in milliseconds, and bytes per second. */
const ROUND_TRIP_MS = 150;
const BYTES_A_SECOND = 1_600_000 / 8;

/** Size of the chunks that are sent at a time, so that concurrent responses share the bandwidth. */
const PIECE_BYTES = 4096;

interface Passed {
  readonly requests: number;
  readonly bytes: number;
}

/**
 * A proxy that simulates a slow network. It also slows down service workers, which the browser's
 * emulation does not.
 */
export interface SlowLine {
  readonly url: string;
  passed(): Passed;
  close(): Promise<void>;
}

export async function openSlowLine(to: string): Promise<SlowLine> {
  const agent = new Agent({ keepAlive: true });
  const known = new WeakSet<object>();
  let requests = 0;
  let bytes = 0;
  let isFree = Promise.resolve();

  const send = (piece: Buffer, answer: ServerResponse) => {
    isFree = isFree.then(async () => {
      await sleep((piece.length / BYTES_A_SECOND) * 1000);
      bytes += piece.length;
      answer.write(piece);
    });
    return isFree;
  };
  const pass = async (asked: IncomingMessage, answer: ServerResponse) => {
    requests += 1;
    // A new connection costs one more round trip.
    const trips = known.has(asked.socket) ? 1 : 2;
    known.add(asked.socket);
    await sleep(trips * ROUND_TRIP_MS);
    const got = await forwarded(asked, new URL(asked.url ?? '/', to), agent);
    answer.writeHead(got.statusCode ?? 502, got.headers);
    answer.flushHeaders();
    answer.on('close', () => got.destroy());
    for await (const chunk of got) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        await send(chunk.subarray(at, at + PIECE_BYTES), answer);
      }
    }
    answer.end();
  };
  const server = createServer((asked, answer) => {
    // An error means that the client or the server has disconnected.
    pass(asked, answer).catch(() => answer.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    passed: () => ({ requests, bytes }),
    async close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, 'close');
    },
  };
}

async function forwarded(asked: IncomingMessage, to: URL, agent: Agent): Promise<IncomingMessage> {
  const { method = 'GET', headers } = asked;
  // Forwards the host that the browser requested; otherwise the server would treat requests as
  // cross-origin.
  const passing = request(to, { method, headers, agent });
  asked.pipe(passing);
  const [got] = await once(passing, 'response');
  return got;
}
