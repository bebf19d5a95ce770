import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Maximum path length of a socket file that works on every system. */
const MAX_SOCKET_PATH_LENGTH = 100;

/** Thrown if another process uses the folder; the message is for the operator. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

/**
 * Locks a folder for this process, because two processes with the same embedded database would
 * corrupt it. Returns a function that releases the lock. If the process ends first, the operating
 * system releases it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const real = realpathSync(folder);
  const held: Server[] = [];
  const release = async () => {
    await Promise.all(held.map((server) => new Promise((done) => server.close(done))));
  };
  try {
    for (const address of addresses(real)) {
      const server = address.file
        ? await listenOnFile(address.path, process.platform === 'linux')
        : await listen(address.path);
      if (server) held.push(server);
    }
    return release;
  } catch (error) {
    await release();
    if (!isInUse(error)) throw error;
    throw new FolderInUse(
      `The folder ${folder} is in use by another process of this application. Stop that one first.`,
    );
  }
}

/**
 * Addresses whose sockets represent the lock. On Linux an abstract socket name vanishes with a
 * crash, but each container has its own namespace for these names, so a socket file in the folder
 * is used as well. Other systems use only the file.
 */
function addresses(real: string): { path: string; file: boolean }[] {
  const name = `grand-app-${createHash('sha256').update(real).digest('hex').slice(0, 32)}`;
  if (process.platform === 'win32') return [{ path: `\\\\.\\pipe\\${name}`, file: false }];
  const inFolder = join(real, 'lock.sock');
  const fits = Buffer.byteLength(inFolder) <= MAX_SOCKET_PATH_LENGTH;
  const file = { path: fits ? inFolder : join(tmpdir(), `${name}.sock`), file: true };
  return process.platform === 'linux' ? [{ path: `\0${name}`, file: false }, file] : [file];
}

async function listenOnFile(path: string, optional: boolean): Promise<Server | undefined> {
  try {
    return await listen(path);
  } catch (error) {
    if (isInUse(error)) {
      if (await answers(path)) throw error;
      rmSync(path, { force: true });
      return listen(path);
    }
    // Ignored if the file is optional: some network file systems do not support socket files, so
    // the abstract name must suffice there.
    if (optional) return undefined;
    throw error;
  }
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => resolve(server.unref()));
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
