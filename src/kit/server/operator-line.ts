import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { gathered } from './outbound/gathered.ts';

/** The longest path that a socket file may have on every system. */
const LONGEST_SOCKET_PATH = 100;

/** A question is a few words. */
const MOST_ASKED_BYTES = 10_000;

/**
 * Inter-process communication: where the operator's commands speak with the server that holds the
 * embedded database. A socket in
 * its own folder. No network leads to it, and only who may write into that folder's files may use it.
 */
function addressOf(dataDir: string): string {
  const real = realpathSync(dataDir);
  const name = `grand-operator-${createHash('sha256').update(real).digest('hex').slice(0, 32)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const inFolder = join(real, 'operator.sock');
  const fits = Buffer.byteLength(inFolder) <= LONGEST_SOCKET_PATH;
  return fits ? inFolder : join(tmpdir(), `${name}.sock`);
}

/** What the operator can ask, by path; gets what was sent as JSON, and writes the whole answer. */
export type LineRoutes = Readonly<
  Record<string, (asked: unknown, answer: ServerResponse) => Promise<void>>
>;

interface LineParts {
  readonly dataDir: string;
  readonly log: FastifyBaseLogger;
  readonly routes: LineRoutes;
}

/** Answers the operator until the returned function is called; call it before the database closes. */
export async function openOperatorLine(parts: LineParts): Promise<() => Promise<void>> {
  const underWay = new Set<Promise<void>>();
  const server = createServer((asked, answer) => {
    const work: Promise<void> = answerOperator(parts, asked, answer).finally(() =>
      underWay.delete(work),
    );
    underWay.add(work);
  });
  const address = addressOf(parts.dataDir);
  // Who holds the folder's lock is the only server, so what lies here is left from a crash.
  if (process.platform !== 'win32') rmSync(address, { force: true });
  try {
    await listen(server, address);
  } catch (error) {
    parts.log.warn(
      { err: error },
      'the operator’s commands can be used only while the server is stopped',
    );
    return async () => undefined;
  }
  return async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await Promise.all(underWay);
  };
}

/** The socket file is its owner's alone from its first moment: it is made before `listen` returns. */
function listen(server: ReturnType<typeof createServer>, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const before = process.umask(0o177);
    try {
      server.once('error', reject);
      server.listen(address, resolve).unref();
    } finally {
      process.umask(before);
    }
  });
}

async function answerOperator(
  { routes, log }: LineParts,
  asked: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const route = asked.method === 'POST' ? routes[asked.url ?? ''] : undefined;
  try {
    const tooMuch = () => new Error('too much was asked');
    const sent = String(await gathered(asked, MOST_ASKED_BYTES, tooMuch));
    if (route === undefined) answer.writeHead(404).end();
    else await route(sent === '' ? undefined : JSON.parse(sent), answer);
  } catch (error) {
    log.error({ err: error, path: asked.url }, 'what the operator asked for failed');
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(500).end();
  }
}

/** Asks the running server; undefined when none answers there. */
export function askOperatorLine(
  dataDir: string,
  path: string,
  sent?: unknown,
): Promise<IncomingMessage | undefined> {
  const socketPath = addressOf(dataDir);
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, path, method: 'POST', agent: false }, resolve);
    asking.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    asking.end(sent === undefined ? '' : JSON.stringify(sent));
  });
}
