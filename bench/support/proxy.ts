import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { MINUTE_MS } from '../../src/platform/shared/durations.ts';

const LOOK_EVERY_MS = 200;

/**
 * A small proxy in front of several servers, as in docs/several-servers.md, which distributes
 * requests among the ready servers in turn. It sends a request to another server if the first one
 * did not accept it, or did not answer it and it is idempotent.
 */
export interface TestProxy {
  readonly url: string;
  /** Sets the URL of the server at an index, and replaces an earlier one. */
  place(at: number, url: string): void;
  isReady(at: number): boolean;
  /** Number of requests that were sent again to another server. */
  readonly again: number;
  close(): Promise<void>;
}

interface Behind {
  readonly url: string;
  ready: boolean;
}

export async function openProxy(): Promise<TestProxy> {
  const agent = new Agent({ keepAlive: true });
  const all: Behind[] = [];
  let turn = 0;
  let again = 0;

  const next = (but?: Behind) => {
    const able = all.filter((server) => server.ready && server !== but);
    turn += 1;
    return able[turn % able.length];
  };
  const pass = async (asked: IncomingMessage, answer: ServerResponse) => {
    const body = await buffer(asked);
    const first = next();
    if (first === undefined) return void answer.writeHead(502).end();
    const harmless = asked.method === 'GET';
    const failure = await forward({ asked, body, answer, server: first, agent });
    if (failure === undefined) return;
    const second = next(first);
    const mayAgain = !answer.headersSent && (harmless || failure === 'ECONNREFUSED');
    if (second === undefined || !mayAgain) return void answer.destroy();
    again += 1;
    if ((await forward({ asked, body, answer, server: second, agent })) !== undefined)
      answer.destroy();
  };
  const server = createServer((asked, answer) => void pass(asked, answer));
  server.keepAliveTimeout = MINUTE_MS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const look = setInterval(() => {
    for (const behind of all)
      void isReady(behind.url).then((ready) => Object.assign(behind, { ready }));
  }, LOOK_EVERY_MS);
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    place(at, url) {
      all[at] = { url, ready: false };
    },
    isReady: (at) => all[at]?.ready ?? false,
    get again() {
      return again;
    },
    async close() {
      clearInterval(look);
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, 'close');
    },
  };
}

interface Forwarding {
  readonly asked: IncomingMessage;
  readonly body: Buffer;
  readonly answer: ServerResponse;
  readonly server: Behind;
  readonly agent: Agent;
}

/**
 * Forwards a request to a server. Resolves with undefined when the answer is forwarded, or with the
 * code of the error.
 */
function forward({ asked, body, answer, server, agent }: Forwarding): Promise<string | undefined> {
  const { host: _, connection: __, ...headers } = asked.headers;
  return new Promise((resolve) => {
    const { method } = asked;
    const options = { ...(method === undefined ? {} : { method }), headers, agent };
    const passed = request(new URL(asked.url ?? '/', server.url), options, (got) => {
      const { connection: ___, 'keep-alive': ____, ...given } = got.headers;
      answer.writeHead(got.statusCode ?? 502, given);
      got.pipe(answer);
      got.on('error', () => resolve('broken'));
      got.on('end', () => resolve(undefined));
      answer.on('close', () => got.destroy());
    });
    passed.on('error', (error) => resolve('code' in error ? String(error.code) : 'broken'));
    passed.end(body);
  });
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
