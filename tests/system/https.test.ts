import { X509Certificate } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#database/connect.ts';
import { readCertificate, rotateCertificate } from '#platform/server/tls.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { openTestDatabase } from '#testing/database.ts';
import product from '../../package.json' with { type: 'json' };
import { buildApp } from '../../src/app/build-app.ts';
import { readConfig } from '../../src/app/config.ts';
import { type HouseCertificate, makeHouseCertificate } from '../../src/cli/house-certificate.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
/** The current time, because TLS checks the validity of certificates with the real clock. */
const REAL_NOW = new Date();

let folder: string;
let made: HouseCertificate;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'https-'));
  made = await makeHouseCertificate(folder, ['grand.home', '192.168.7.20'], REAL_NOW);
});
afterAll(() => rm(folder, { recursive: true }));

const read = (file: string) => readFile(file, 'utf8');

describe('makeHouseCertificate in a new folder', () => {
  it("the certificate is signed by its authority for the given names and the machine's own", async () => {
    const authority = new X509Certificate(await read(made.authority));
    const own = new X509Certificate(await read(made.cert));
    expect(own.verify(authority.publicKey)).toBe(true);
    expect(own.checkIssued(authority)).toBe(true);
    expect(authority.ca).toBe(true);
    expect(own.ca).toBe(false);
    for (const name of ['grand.home', 'localhost']) expect(own.checkHost(name)).toBe(name);
    for (const address of ['192.168.7.20', '127.0.0.1']) expect(own.checkIP(address)).toBe(address);
    expect(own.checkHost('example.org')).toBeUndefined();
    const days = (Date.parse(own.validTo) - Date.parse(own.validFrom)) / DAY_MS;
    expect(days, 'Apple takes none for longer').toBeLessThan(825);
  });

  it('only the owner can read the keys', async () => {
    for (const file of [made.key, join(folder, 'authority.key')]) {
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
  });

  it('the existing authority renews the certificate until it expires', async () => {
    const before = await read(made.authority);
    const one = await makeHouseCertificate(folder, [], REAL_NOW);
    expect(one.isNewAuthority).toBe(false);
    expect(await read(one.authority)).toBe(before);
    const late = new Date(REAL_NOW.getTime() + 2700 * DAY_MS);
    const other = await mkdtemp(join(tmpdir(), 'https-'));
    for (const name of ['authority.crt', 'authority.key'])
      await copyFile(join(folder, name), join(other, name));
    expect((await makeHouseCertificate(other, [], late)).isNewAuthority).toBe(true);
    await rm(other, { recursive: true });
  });
});

describe('a server with a certificate', () => {
  let database: Database;
  let app: FastifyInstance;
  let port: number;
  beforeEach(async () => {
    database = await openTestDatabase();
    const environment = {
      HTTPS_CERT: made.cert,
      HTTPS_KEY: made.key,
      PORT: '0',
      HOST: '127.0.0.1',
    };
    const config = readConfig({ ...environment, DATA_DIR: folder, LOG_LEVEL: 'silent' });
    app = await buildApp({ config, database, now: () => NOW });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const bound = app.server.address();
    port = typeof bound === 'object' && bound ? bound.port : 0;
  });
  afterEach(async () => {
    await app.close();
    await database.close();
  });

  it('a device that trusts the authority gets responses with strict-transport-security', async () => {
    const answer = await ask('/healthz');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ status: 'alive', version: product.version });
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    await expect(ask('/healthz', false)).rejects.toMatchObject({
      code: 'SELF_SIGNED_CERT_IN_CHAIN',
    });
  });

  it('the certificate of the authority is served, but no key', async () => {
    const answer = await ask('/authority.crt');
    expect(answer.headers['content-type']).toBe('application/x-x509-ca-cert');
    expect(answer.text).toBe(await read(made.authority));
    expect((await ask('/authority.key')).status).toBe(404);
  });

  async function ask(path: string, isTrusted = true) {
    const trust = isTrusted ? { ca: await read(made.authority) } : {};
    return new Promise<{ status?: number; headers: NodeJS.Dict<string | string[]>; text: string }>(
      (resolve, reject) => {
        get({ host: '127.0.0.1', port, path, agent: false, ...trust }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              ...(response.statusCode !== undefined && { status: response.statusCode }),
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
        }).once('error', reject);
      },
    );
  }
});

describe('a replaced certificate', () => {
  it('a new certificate is used without a restart, and a broken one is ignored', async () => {
    const files = { cert: join(folder, 'rotating.crt'), key: join(folder, 'rotating.key') };
    await copyFile(made.cert, files.cert);
    await copyFile(made.key, files.key);
    const first = await readCertificate(files);
    const server = Fastify({ https: first, logger: false });
    await server.listen({ port: 0, host: '127.0.0.1' });
    const bound = server.server.address();
    const port = typeof bound === 'object' && bound ? bound.port : 0;
    const rotation = rotateCertificate(server.server, files, first, server.log);
    const serial = await serialAt(port);
    await writeFile(files.cert, 'half of');
    await rotation.look();
    expect(await serialAt(port)).toBe(serial);
    const renewed = await makeHouseCertificate(folder, [], REAL_NOW);
    await copyFile(renewed.key, files.key);
    await copyFile(renewed.cert, files.cert);
    await rotation.look();
    expect(await serialAt(port)).toBe(new X509Certificate(await read(renewed.cert)).serialNumber);
    expect(await serialAt(port)).not.toBe(serial);
    rotation.end();
    await server.close();
  });

  const serialAt = (port: number) =>
    new Promise<string>((resolve, reject) => {
      const socket: TLSSocket = connect(
        { host: '127.0.0.1', port, rejectUnauthorized: false },
        () => {
          resolve(socket.getPeerCertificate().serialNumber);
          socket.destroy();
        },
      ).once('error', reject);
    });
});

describe('HTTPS settings of the server', () => {
  it.each([
    [{ HTTPS_CERT: 'a.crt' }, 'HTTPS_KEY must be the file of its key, when HTTPS_CERT is set.'],
    [
      { HTTPS_KEY: 'a.key' },
      'HTTPS_CERT must be the file of a certificate, when HTTPS_KEY is set.',
    ],
  ])('an incomplete setting is refused: %j', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence);
  });

  it('a missing or invalid certificate file is named in the error', async () => {
    const none = join(folder, 'none.crt');
    await expect(readCertificate({ ...made, cert: none })).rejects.toThrow(
      `HTTPS_CERT must be a file that can be read: ${none} (ENOENT).`,
    );
    const text = join(dirname(made.cert), 'text.crt');
    await writeFile(text, 'no certificate');
    await expect(readCertificate({ ...made, cert: text })).rejects.toThrow(
      'HTTPS_CERT and HTTPS_KEY must be a certificate and its own key, in PEM (',
    );
  });

  it('the public address uses https and cookies are Secure', () => {
    const config = readConfig({ HTTPS_CERT: 'a.crt', HTTPS_KEY: 'a.key', PORT: '443' });
    expect(config).toMatchObject({ publicUrl: 'https://localhost:443', secureCookies: true });
  });
});
