import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ConfigError } from '#platform/server/config.ts';
import { readCertificate } from '#platform/server/tls.ts';
import { codeOf } from '#platform/shared/failures.ts';
import type { Config } from './config.ts';

type Needs = Pick<
  Config,
  'port' | 'host' | 'isHostSet' | 'certificate' | 'dataDir' | 'databaseUrl'
>;

/**
 * Required free disk space for a new embedded database. The database with its log takes 45 MB; the
 * rest is for the data of the first days.
 */
const NEW_DATABASE_BYTES = 200_000_000;

/** Address to listen on if the machine has no IPv6. */
const IPV4_ONLY = '0.0.0.0';

/**
 * Checks whether the server can start on this machine, before a database is created. Returns the
 * address to listen on. Throws a ConfigError that names the variable to change.
 */
export async function preflight(needs: Needs): Promise<string> {
  if (needs.certificate) await readCertificate(needs.certificate);
  const host = await tryListening(needs);
  tryFolder(needs.dataDir);
  const hasDatabase =
    needs.databaseUrl !== undefined || existsSync(join(needs.dataDir, 'database'));
  if (!hasDatabase) tryRoom(needs.dataDir);
  return host;
}

async function tryListening({ port, host, isHostSet }: Needs): Promise<string> {
  const code = await failureToListen(port, host);
  if (code === undefined) return host;
  // Falls back to IPv4, as Node does if no address is given.
  if (isNoAddress(code) && !isHostSet) {
    const otherwise = await failureToListen(port, IPV4_ONLY);
    if (otherwise === undefined) return IPV4_ONLY;
    throw listeningError(otherwise, port, IPV4_ONLY);
  }
  throw listeningError(code, port, host);
}

function failureToListen(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
}

const isNoAddress = (code: string) => ['EAFNOSUPPORT', 'EADDRNOTAVAIL'].includes(code);

function listeningError(code: string, port: number, host: string): ConfigError {
  if (code === 'EADDRINUSE') {
    return new ConfigError('PORT is in use by another program. Choose another with PORT=…');
  }
  if (code === 'EACCES') {
    return new ConfigError(
      `PORT ${port} may not be opened by this user. Choose one from 1024 on with PORT=…`,
    );
  }
  return new ConfigError(`HOST must be an address of this machine: ${host} is none (${code}).`);
}

function tryFolder(dataDir: string): void {
  const probe = join(dataDir, `.write-test-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw folderError(error, dataDir);
  }
}

function folderError(error: unknown, dataDir: string): ConfigError {
  const code = codeOf(error) ?? String(error);
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return new ConfigError(`DATA_DIR must be a folder: ${dataDir} is a file, or lies in one.`);
  }
  if (code === 'ENOSPC') return noRoom(dataDir, 0);
  return new ConfigError(
    `DATA_DIR must be a folder that this user can write to: ${dataDir} is none (${code}).`,
  );
}

function tryRoom(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < NEW_DATABASE_BYTES) throw noRoom(dataDir, bavail * bsize);
}

function noRoom(dataDir: string, bytes: number): ConfigError {
  const [needed, free] = [NEW_DATABASE_BYTES, bytes].map((size) => Math.floor(size / 1_000_000));
  return new ConfigError(
    `DATA_DIR needs ${needed} MB of free space for a new database: ${dataDir} has ${free} MB.`,
  );
}
