import { resolve } from 'node:path';
import { z } from 'zod';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { namedAddress } from '#platform/shared/email-address.ts';
import { isAddressOrRange } from './outbound/address-range.ts';

/** Invalid value of an environment variable; the message is for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the text of a variable, undefined if it is unset or empty, and the name under which it
 * was found. The name of earlier versions applies only where the present one is unset.
 */
export function readVariable(environment: Environment, name: string, formerName?: string) {
  const text = environment[name] || undefined;
  const formerText = formerName === undefined ? undefined : environment[formerName] || undefined;
  return text === undefined && formerName !== undefined && formerText !== undefined
    ? { name: formerName, text: formerText }
    : { name, text };
}

/** The schema of each variable, its description for the operator, and its name in earlier versions. */
type Variables = Readonly<
  Record<string, readonly [schema: z.ZodType, expected: string, formerName?: string]>
>;

type ValuesOf<V extends Variables> = { readonly [Name in keyof V]: z.output<V[Name][0]> };

/**
 * Defines one group of variables. The returned function parses them and throws a ConfigError that
 * names the first invalid variable. `settingsOf` can call `wrong` to create such an error for
 * values that contradict each other.
 */
export function configPart<const V extends Variables, Settings>(
  variables: V,
  settingsOf: (values: ValuesOf<V>, wrong: (name: keyof V & string) => ConfigError) => Settings,
): (environment: Environment) => Settings {
  const wrong = (name: string, shownName = name) =>
    new ConfigError(`${shownName} must be ${variables[name]?.[1] ?? 'something else'}.`);
  return (environment) => {
    const values = Object.entries(variables).map(([name, [schema, , formerName]]) => {
      const found = readVariable(environment, name, formerName);
      const parsed = schema.safeParse(found.text);
      if (!parsed.success) throw wrong(name, found.name);
      return [name, parsed.data];
    });
    // Each value was parsed by the schema of its name.
    return settingsOf(Object.fromEntries(values) as ValuesOf<V>, wrong);
  };
}

const wholeNumber = z.coerce.number().int();

const port = wholeNumber.min(0).max(65535);

/** An http or https URL, unchanged. */
export const webAddress = z.url({ protocol: /^https?$/ });

export const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/);

/** An http or https URL without trailing slashes. */
export const bareWebAddress = webAddress.transform((address) => address.replace(/\/+$/, ''));

export interface Sender {
  readonly name: string;
  readonly address: string;
}

function senderOf(text: string, context: z.RefinementCtx): Sender {
  const sender = namedAddress(text);
  if (!z.email().safeParse(sender.address).success) context.addIssue({ code: 'custom' });
  return sender;
}

const addressList = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .refine((list) => list.every(isAddressOrRange))
  .default([]);

const ADDRESSES = 'IP addresses or ranges, separated by commas';

const readListening = configPart(
  {
    PORT: [port.default(3000), 'a port number from 0 to 65535'],
    HOST: [z.string().optional(), 'an address to listen on'],
    HTTPS_CERT: [z.string().optional(), 'the file of a certificate, when HTTPS_KEY is set'],
    HTTPS_KEY: [z.string().optional(), 'the file of its key, when HTTPS_CERT is set'],
    PUBLIC_URL: [bareWebAddress.optional(), 'a web address such as https://grand.example.org'],
    TRUSTED_PROXIES: [addressList, ADDRESSES],
    STOP_GRACE_SECONDS: [
      wholeNumber.min(0).max(600).default(0),
      'a number of seconds, at most 600',
    ],
    LOG_LEVEL: [
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
      'fatal, error, warn, info, debug, trace or silent',
    ],
  },
  (value, wrong) => {
    const { HTTPS_CERT: cert, HTTPS_KEY: key } = value;
    if (cert === undefined && key !== undefined) throw wrong('HTTPS_CERT');
    if (cert !== undefined && key === undefined) throw wrong('HTTPS_KEY');
    const certificate = cert === undefined || key === undefined ? undefined : { cert, key };
    const scheme = certificate === undefined ? 'http' : 'https';
    /** Without a trailing slash. */
    const publicUrl = value.PUBLIC_URL ?? `${scheme}://localhost:${value.PORT}`;
    return {
      scheme,
      /** Paths of the certificate's files; undefined if the server itself does not use https. */
      certificate,
      port: value.PORT,
      host: value.HOST ?? '::',
      isHostSet: value.HOST !== undefined,
      publicUrl,
      isPublicUrlSet: value.PUBLIC_URL !== undefined,
      secureCookies: certificate !== undefined || publicUrl.startsWith('https:'),
      trustedProxies: value.TRUSTED_PROXIES,
      /**
       * Time during which a stopping server still answers, so that a proxy can move its traffic.
       */
      stopGraceMs: value.STOP_GRACE_SECONDS * SECOND_MS,
      logLevel: value.LOG_LEVEL,
    };
  },
);

/** Access to the metrics from other machines; the local machine always has access. */
const readMetrics = configPart(
  {
    METRICS_ALLOWED: [addressList, ADDRESSES],
    METRICS_TOKEN: [z.string().min(16).optional(), 'a secret of at least 16 characters'],
  },
  (value) => ({ allowed: value.METRICS_ALLOWED, token: value.METRICS_TOKEN }),
);

const postgresAddress = z.url({ protocol: /^postgres(ql)?$/ }).optional();

const POSTGRES_ADDRESS = 'an address such as postgres://user:password@host:5432/name';

const readStorage = configPart(
  {
    DATA_DIR: [z.string().default('./data'), 'a folder'],
    DATABASE_URL: [postgresAddress, POSTGRES_ADDRESS],
    DATABASE_DIRECT_URL: [postgresAddress, `${POSTGRES_ADDRESS}, when DATABASE_URL is set`],
    DATABASE_REPLICA_URL: [postgresAddress, `${POSTGRES_ADDRESS}, when DATABASE_URL is set`],
    NATS_URL: [
      z.url({ protocol: /^(nats|tls)$/ }).optional(),
      'an address such as nats://nats.example.org:4222',
    ],
    UPLOAD_RESERVE_MB: [wholeNumber.min(0).default(500), 'a number of megabytes'],
  },
  (value, wrong) => {
    const { DATABASE_URL: databaseUrl } = value;
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const) {
      if (databaseUrl === undefined && value[name] !== undefined) throw wrong(name);
    }
    return {
      dataDir: resolve(value.DATA_DIR),
      databaseUrl,
      /**
       * Address of the database itself, if DATABASE_URL is that of a pooler in transaction mode.
       */
      databaseDirectUrl: value.DATABASE_DIRECT_URL,
      /** A hot standby for long read-only queries. */
      databaseReplicaUrl: value.DATABASE_REPLICA_URL,
      /** Distributes change notifications between servers, instead of the database. */
      natsUrl: value.NATS_URL,
      /** Uploads are refused if less than this space is free on the disk of the uploads. */
      uploadReserveBytes: value.UPLOAD_RESERVE_MB * 1_000_000,
    };
  },
);

/** Size of the caches that answer polls without a query. */
const readCaches = configPart(
  {
    CACHE_MB: [
      wholeNumber.min(1).max(65_536).default(256),
      'a number of megabytes from 1 to 65536',
    ],
    CACHED_SESSIONS: [
      wholeNumber.min(1).max(10_000_000).default(100_000),
      'a number from 1 to 10000000',
    ],
  },
  (value) => ({ mostBytes: value.CACHE_MB * 1_000_000, mostSessions: value.CACHED_SESSIONS }),
);

/** Settings of the mail server; undefined on a server that sends no emails. */
const readMail = configPart(
  {
    SMTP_URL: [
      z
        .url({ protocol: /^smtps?$/ })
        .refine((address) => new URL(address).hostname !== '')
        .optional(),
      'an address such as smtps://user:password@mail.example.org',
    ],
    MAIL_FROM: [
      z.string().transform(senderOf).optional(),
      'an email address, or Name <address>, when SMTP_URL is set',
    ],
  },
  ({ SMTP_URL: smtpUrl, MAIL_FROM: from }, wrong) => {
    if (smtpUrl === undefined) return undefined;
    if (from === undefined) throw wrong('MAIL_FROM');
    return { smtpUrl, from };
  },
);

export type MailSettings = NonNullable<ReturnType<typeof readMail>>;

const readReleases = configPart(
  {
    RELEASE_URL: [webAddress.optional(), 'a web address such as https://example.org/release.json'],
  },
  (value) => ({
    /** Address of a file that names the newest version. */
    releaseUrl: value.RELEASE_URL,
  }),
);

/** Bucket for files; without it they are stored on the disk. */
const readBucket = configPart(
  {
    S3_BUCKET: [bucketName.optional(), 'the name of a bucket'],
    S3_ENDPOINT: [webAddress.optional(), 'a web address such as https://s3.example.org'],
    S3_REGION: [z.string().default('us-east-1'), 'a region such as us-east-1'],
    S3_ACCESS_KEY_ID: [z.string().optional(), 'given when S3_BUCKET is set'],
    S3_SECRET_ACCESS_KEY: [z.string().optional(), 'given when S3_BUCKET is set'],
  },
  (value, wrong) => {
    if (value.S3_BUCKET === undefined) return undefined;
    if (value.S3_ACCESS_KEY_ID === undefined) throw wrong('S3_ACCESS_KEY_ID');
    if (value.S3_SECRET_ACCESS_KEY === undefined) throw wrong('S3_SECRET_ACCESS_KEY');
    return {
      bucket: value.S3_BUCKET,
      /** Endpoint of an S3-compatible service other than Amazon's. */
      endpoint: value.S3_ENDPOINT,
      region: value.S3_REGION,
      accessKeyId: value.S3_ACCESS_KEY_ID,
      secretAccessKey: value.S3_SECRET_ACCESS_KEY,
    };
  },
);

export type S3Settings = NonNullable<ReturnType<typeof readBucket>>;

/** Configuration of the server itself; each feature reads its own variables. */
export function readServerConfig(environment: Environment) {
  return {
    ...readListening(environment),
    ...readStorage(environment),
    caches: readCaches(environment),
    ...readReleases(environment),
    metrics: readMetrics(environment),
    mail: readMail(environment),
    s3: readBucket(environment),
  };
}

export type ServerConfig = Readonly<ReturnType<typeof readServerConfig>>;
