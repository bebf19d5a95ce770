import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { readLimited } from './outbound/read-limited.ts';

/** Maximum length of a socket path that works on every system, in bytes. */
const MAX_SOCKET_PATH_LENGTH = 100;

/**
 * Name of the private folder in the temporary folder, used if the path of the data folder is too
 * long.
 */
const OWN_FOLDER = /^grand-operator-[\da-f]{32}$/;

/** Maximum size of a request in bytes; real requests are short. */
const MAX_REQUESTED_BYTES = 10_000;

/**
 * Returns the address at which the operator's commands reach the server with the embedded database:
 * a socket in the data folder. The socket is not reachable from the network, and only users with
 * write access to the folder can use it. If its path would be too long, the socket is in a private
 * folder in the temporary folder.
 */
function addressOf(dataDir: string): string {
  const real = realpathSync(dataDir);
  const name = `grand-operator-${createHash('sha256').update(real).digest('hex').slice(0, 32)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const inFolder = join(real, 'operator.sock');
  const fits = Buffer.byteLength(inFolder) <= MAX_SOCKET_PATH_LENGTH;
  return fits ? inFolder : join(tmpdir(), name, 'operator.sock');
}

/**
 * Throws if another user of this machine owns the private folder or has access to it, because the
 * operator's commands could then reach a program of that user.
 */
function requireOwnFolder(address: string): void {
  const folder = dirname(address);
  if (!OWN_FOLDER.test(basename(folder))) return;
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  if (facts === undefined) return;
  const isOwn = facts.uid === process.getuid?.() && (facts.mode & 0o077) === 0;
  if (!facts.isDirectory() || !isOwn) {
    throw new Error(`${folder} belongs to another user or is open to others: delete it.`);
  }
}

/** Handlers by path. A handler receives the request as JSON and writes the whole answer. */
export type LineRoutes = Readonly<
  Record<string, (asked: unknown, answer: ServerResponse) => Promise<void>>
>;

interface LineParts {
  readonly dataDir: string;
  readonly log: FastifyBaseLogger;
  readonly routes: LineRoutes;
}

/**
 * Answers the operator until the returned function is called; call it before the database closes.
 */
export async function openOperatorLine(parts: LineParts): Promise<() => Promise<void>> {
  const underWay = new Set<Promise<void>>();
  const server = createServer((asked, answer) => {
    const work: Promise<void> = answerOperator(parts, asked, answer).finally(() =>
      underWay.delete(work),
    );
    underWay.add(work);
  });
  const address = addressOf(parts.dataDir);
  try {
    if (process.platform !== 'win32') prepare(address);
    await listen(server, address);
  } catch (error) {
    parts.log.warn(
      { err: error },
      'operator socket not opened: commands work only while the server is stopped',
    );
    return async () => undefined;
  }
  return async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await Promise.all(underWay);
  };
}

/**
 * Creates the folder and deletes a socket file that a crash left. No other server uses that file,
 * because this server holds the lock of the data folder.
 */
function prepare(address: string): void {
  mkdirSync(dirname(address), { recursive: true, mode: 0o700 });
  requireOwnFolder(address);
  rmSync(address, { force: true });
}

/**
 * The umask makes the socket file private from its creation, which happens before `listen` returns.
 */
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
    const sent = String(await readLimited(asked, MAX_REQUESTED_BYTES, tooMuch));
    if (route === undefined) answer.writeHead(404).end();
    else await route(sent === '' ? undefined : JSON.parse(sent), answer);
  } catch (error) {
    log.error({ err: error, path: asked.url }, 'operator command failed');
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(500).end();
  }
}

/** Sends a request to the running server; resolves with undefined if no server answers. */
export function askOperatorLine(
  dataDir: string,
  path: string,
  sent?: unknown,
): Promise<IncomingMessage | undefined> {
  const socketPath = addressOf(dataDir);
  return new Promise((resolve, reject) => {
    requireOwnFolder(socketPath);
    const asking = request({ socketPath, path, method: 'POST', agent: false }, resolve);
    asking.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    asking.end(sent === undefined ? '' : JSON.stringify(sent));
  });
}
