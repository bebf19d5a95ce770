import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { Server as SecureServer } from 'node:https';
import { dirname, join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { codeOf, messageOf } from '#platform/shared/failures.ts';
import { platformRefusal } from '#platform/shared/refusals.ts';
import { ConfigError } from './config.ts';

export interface CertificateFiles {
  /** Certificate chain in PEM format, the server's own certificate first. */
  readonly cert: string;
  readonly key: string;
}

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * File with the certificate of a private certificate authority, in the folder of the server's
 * certificate.
 */
export const AUTHORITY_FILE = 'authority.crt';

/**
 * Interval for checking whether the certificate was renewed. A renewed certificate is used without
 * a restart.
 */
const LOOK_EVERY_MS = MINUTE_MS;

/**
 * Serves the certificate of the private certificate authority, so that devices can install and
 * trust it. It is not secret.
 */
export function serveAuthority(server: FastifyInstance, files: CertificateFiles): void {
  const file = join(dirname(files.cert), AUTHORITY_FILE);
  server.get(`/${AUTHORITY_FILE}`, async (_request, reply) => {
    const pem = await readFile(file, 'utf8').catch(() => undefined);
    if (pem === undefined) throw platformRefusal('unknown-address');
    return reply.type('application/x-x509-ca-cert').send(pem);
  });
}

/** Reads and validates the files; throws a ConfigError that names the variable. */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  const cert = await readPem('HTTPS_CERT', files.cert);
  const key = await readPem('HTTPS_KEY', files.key);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new ConfigError(
      `HTTPS_CERT and HTTPS_KEY must be a certificate and its own key, in PEM (${reasonOf(error)}).`,
    );
  }
  return { cert, key };
}

async function readPem(name: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name} must be a file that can be read: ${file} (${reasonOf(error)}).`);
  }
}

const reasonOf = (error: unknown) => codeOf(error) ?? messageOf(error);

/**
 * Certificate rotation: periodically checks for new files and uses them if they are valid. If the
 * new files are incomplete or wrong, the server keeps the current certificate. Returns functions to
 * check immediately and to stop.
 */
export function rotateCertificate(
  server: Server,
  files: CertificateFiles,
  present: Certificate,
  log: FastifyBaseLogger,
): { look(): Promise<void>; end(): void } {
  let current = present;
  const look = async () => {
    try {
      const found = await readCertificate(files);
      if (found.cert === current.cert && found.key === current.key) return;
      if (server instanceof SecureServer) server.setSecureContext(found);
      current = found;
      log.info('certificate renewed');
    } catch (error) {
      log.warn({ err: error }, 'certificate not read again: the previous one stays in use');
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return { look, end: () => clearInterval(timer) };
}
