import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { lanAddresses } from '#platform/server/lan-addresses.ts';
import { AUTHORITY_FILE } from '#platform/server/tls.ts';
import { DAY_MS } from '#platform/shared/durations.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/**
 * Validity of the authority in days. It is long, because each tablet must be configured manually to
 * trust it.
 */
const AUTHORITY_DAYS = 3650;

/**
 * Validity of the server's certificate in days. Apple devices accept no longer validity, not even
 * from a private authority.
 */
const SERVER_DAYS = 820;

/** An authority with less validity than this is replaced. */
const RENEW_AUTHORITY_DAYS = 1000;

/** The validity starts this long before now, because the clock of a tablet may be behind. */
const EARLIER_MS = DAY_MS;

export interface HouseCertificate {
  readonly authority: string;
  readonly cert: string;
  readonly key: string;
  readonly names: readonly string[];
  readonly isNewAuthority: boolean;
  readonly until: Date;
}

/**
 * Creates a certificate for this server, signed by a private certificate authority, for homes
 * without a domain. The authority is created once and reused; each call creates a new certificate.
 * Returns paths of PEM files; only the owner can read the keys.
 */
export async function makeHouseCertificate(
  folder: string,
  typed: readonly string[],
  now: Date,
): Promise<HouseCertificate> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = {
    authority: join(folder, AUTHORITY_FILE),
    authorityKey: join(folder, 'authority.key'),
    cert: join(folder, 'server.crt'),
    key: join(folder, 'server.key'),
  };
  const known = await knownAuthority(files.authority, files.authorityKey, now);
  const authority = known ?? (await newAuthority(now));
  if (!known) {
    await writeWhole(files.authorityKey, await pemOf(authority.keys.privateKey), 0o600);
    await writeWhole(files.authority, authority.certificate.toString('pem'), 0o644);
  }
  const names = [...new Set([...typed, ...ownNames()])];
  const until = new Date(now.getTime() + SERVER_DAYS * DAY_MS);
  const { keys, certificate } = await signed(authority, names, now, until);
  const chain = [certificate, authority.certificate].map((one) => one.toString('pem')).join('\n');
  // The key is written before the certificate. A server that reads the files in between finds a
  // pair that does not match, and keeps its current certificate.
  await writeWhole(files.key, await pemOf(keys.privateKey), 0o600);
  await writeWhole(files.cert, `${chain}\n`, 0o644);
  return { ...files, names, isNewAuthority: !known, until };
}

/** Returns the names and local addresses of this machine. */
function ownNames(): string[] {
  const name = hostname().toLowerCase();
  const isName = /^[a-z0-9-]+$/.test(name) && name !== 'localhost';
  return [
    ...['localhost', '127.0.0.1', '::1'],
    ...(isName ? [name, `${name}.local`] : []),
    ...lanAddresses(networkInterfaces(), '::'),
  ];
}

interface Authority {
  readonly keys: webcrypto.CryptoKeyPair;
  readonly certificate: x509.X509Certificate;
}

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const serialNumber = () => `00${randomBytes(15).toString('hex')}`;

async function newAuthority(now: Date): Promise<Authority> {
  const keys = await newKeys();
  const { keyCertSign, cRLSign } = x509.KeyUsageFlags;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=Grand App at ${hostname()}`,
    notBefore: new Date(now.getTime() - EARLIER_MS),
    notAfter: new Date(now.getTime() + AUTHORITY_DAYS * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { keys, certificate };
}

/**
 * Returns the existing authority, which tablets already trust; undefined if there is none or it
 * expires soon.
 */
async function knownAuthority(
  file: string,
  keyFile: string,
  now: Date,
): Promise<Authority | undefined> {
  const [cert, key] = await Promise.all(
    [file, keyFile].map((path) => readFile(path, 'utf8').catch(() => undefined)),
  );
  if (cert === undefined || key === undefined) return undefined;
  const certificate = new x509.X509Certificate(cert);
  const lives = certificate.notAfter.getTime() - now.getTime();
  if (lives < RENEW_AUTHORITY_DAYS * DAY_MS) return undefined;
  const pkcs8 = x509.PemConverter.decodeFirst(key);
  const privateKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, true, ['sign']);
  const publicKey = await certificate.publicKey.export();
  return { keys: { privateKey, publicKey }, certificate };
}

async function signed(authority: Authority, names: readonly string[], now: Date, until: Date) {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: 'CN=Grand App',
    issuer: authority.certificate.subject,
    notBefore: new Date(now.getTime() - EARLIER_MS),
    notAfter: until,
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: authority.keys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authority.certificate),
    ],
  });
  return { keys, certificate };
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  return `${x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`;
}

/**
 * Writes to a temporary file and renames it, because a running server may read the file at any
 * time.
 */
async function writeWhole(file: string, content: string, mode: number): Promise<void> {
  const part = `${file}.new`;
  await writeFile(part, content, { mode });
  await rename(part, file);
}
