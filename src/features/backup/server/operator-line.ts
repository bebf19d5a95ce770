import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import { BackupRefused } from './manifest.ts';
import { type BackupParts, takeBackup } from './take-backup.ts';

/** The longest path that a socket file may have on every system. */
const LONGEST_SOCKET_PATH = 100;

const PATH = '/backup';

/** How an answer ends that was given up in the middle. */
const BROKEN = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];

/**
 * Where the operator's commands speak with the server that holds the embedded database: a socket in
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

export interface LineParts extends BackupParts {
  readonly dataDir: string;
  readonly log: FastifyBaseLogger;
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
      'the operator can make a backup only while the server is stopped',
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
  parts: LineParts,
  asked: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  asked.resume();
  if (asked.method !== 'POST' || asked.url !== PATH) {
    answer.writeHead(404).end();
    return;
  }
  answer.writeHead(200, { 'Content-Type': 'application/zip' }).flushHeaders();
  await takeBackup(parts, answer).catch((error: unknown) => {
    parts.log.error({ err: error }, 'the backup for the operator failed');
  });
}

/** Has the running server write a backup to `output`; false when none answers there. */
export async function backupFromServer(dataDir: string, output: Writable): Promise<boolean> {
  const answer = await ask(addressOf(dataDir));
  if (answer === undefined) return false;
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw new BackupRefused('The running server is of another version: start it anew.');
  }
  await pipeline(answer, output).catch((error: Error & { code?: string }) => {
    if (!BROKEN.includes(error.code ?? '')) throw error;
    throw new BackupRefused('The running server could not make the backup; its log says why.');
  });
  return true;
}

function ask(socketPath: string): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, path: PATH, method: 'POST', agent: false }, resolve);
    asking.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    asking.end();
  });
}
