import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

/** A wrong value of an environment variable, worded for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const port = z.coerce.number().int().min(0).max(65535);
const webAddress = z.url({ protocol: /^https?$/ });

const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('::'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: webAddress.optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((list) => list.every(isAddressOrRange))
    .optional(),
  REGISTRATION: z.enum(['open', 'closed']).default('open'),
  SUPPORT_EMAIL: z.email().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

const EXPECTED: Record<keyof z.output<typeof variables>, string> = {
  PORT: 'a port number from 0 to 65535',
  HOST: 'an address to listen on',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/name',
  PUBLIC_URL: 'a web address such as https://grand.example.org',
  TRUSTED_PROXIES: 'IP addresses or ranges, separated by commas',
  REGISTRATION: "'open' or 'closed'",
  SUPPORT_EMAIL: 'an email address',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
};

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly secureCookies: boolean;
  readonly trustedProxies: readonly string[];
  readonly registrationOpen: boolean;
  readonly supportEmail: string | undefined;
  readonly logLevel: string;
}

/** Reads every variable once and checks it; throws a ConfigError that names the first wrong one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    throw new ConfigError(`${name} must be ${expectationOf(name)}.`);
  }
  const value = parsed.data;
  const publicUrl = (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, '');
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    trustedProxies: value.TRUSTED_PROXIES ?? [],
    registrationOpen: value.REGISTRATION === 'open',
    supportEmail: value.SUPPORT_EMAIL,
    logLevel: value.LOG_LEVEL,
  };
}

function expectationOf(name: string): string {
  const found = Object.entries(EXPECTED).find(([variable]) => variable === name);
  return found?.[1] ?? 'something else';
}

function isAddressOrRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}
