import { resolve } from 'node:path';
import { z } from 'zod';
import { isAddressOrRange } from './address-range.ts';

/** A wrong value of an environment variable, worded for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const port = z.coerce.number().int().min(0).max(65535);
const webAddress = z.url({ protocol: /^https?$/ });

/** An email address that mail comes from, with the name it is shown by. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** What a screen shows goes back no further than a hundred days. */
const keptDays = z.coerce.number().int().min(100).max(36_500);
const DAYS = 'a number of days, 100 or more';

const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('::'),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: webAddress.optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((list) => list.every(isAddressOrRange))
    .optional(),
  REGISTRATION: z.enum(['open', 'closed']).default('open'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine((address) => new URL(address).hostname !== '')
    .optional(),
  MAIL_FROM: z.string().transform(senderOf).optional(),
  SUPPORT_EMAIL: z.email().optional(),
  ANALYTICS_KEPT_DAYS: keptDays.default(400),
  AUDIT_KEPT_DAYS: keptDays.optional(),
  MEDICATION_LOGS_KEPT_DAYS: keptDays.optional(),
  UPLOAD_RESERVE_MB: z.coerce.number().int().min(0).default(500),
  HOUSEHOLD_MOST_PHOTOS: z.coerce.number().int().min(1).default(20_000),
  HOUSEHOLD_MOST_GB: z.coerce.number().min(0.001).default(100),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  OPENWEATHER_API_KEY: z.string().optional(),
  OPENWEATHER_URL: webAddress.default('https://api.openweathermap.org'),
  OPEN_METEO_URL: webAddress.default('https://api.open-meteo.com'),
  OPEN_METEO_GEOCODING_URL: webAddress.default('https://geocoding-api.open-meteo.com'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: webAddress.default('https://api.stripe.com'),
  STRIPE_JS_URL: webAddress.default('https://js.stripe.com/endive/stripe.js'),
  HELP_TIP_URL: webAddress.optional(),
  HELP_TIP_API_KEY: z.string().optional(),
  HELP_TIP_MODEL: z.string().optional(),
  OUTSIDE_STAND_IN: webAddress.refine((address) => isLoopback(new URL(address))).optional(),
  STOP_GRACE_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

const EXPECTED: Record<keyof z.output<typeof variables>, string> = {
  PORT: 'a port number from 0 to 65535',
  HOST: 'an address to listen on',
  DATA_DIR: 'a folder',
  BACKUP_DIR: 'a folder',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/name',
  PUBLIC_URL: 'a web address such as https://grand.example.org',
  TRUSTED_PROXIES: 'IP addresses or ranges, separated by commas',
  REGISTRATION: "'open' or 'closed'",
  SMTP_URL: 'an address such as smtps://user:password@mail.example.org',
  MAIL_FROM: 'an email address, or Name <address>, when SMTP_URL is set',
  SUPPORT_EMAIL: 'an email address',
  ANALYTICS_KEPT_DAYS: DAYS,
  AUDIT_KEPT_DAYS: DAYS,
  MEDICATION_LOGS_KEPT_DAYS: DAYS,
  UPLOAD_RESERVE_MB: 'a number of megabytes',
  HOUSEHOLD_MOST_PHOTOS: 'a number of photos',
  HOUSEHOLD_MOST_GB: 'a number of gigabytes',
  S3_BUCKET: 'the name of a bucket',
  S3_ENDPOINT: 'a web address such as https://s3.example.org',
  S3_REGION: 'a region such as us-east-1',
  S3_ACCESS_KEY_ID: 'given when S3_BUCKET is set',
  S3_SECRET_ACCESS_KEY: 'given when S3_BUCKET is set',
  OPENWEATHER_API_KEY: 'a key',
  OPENWEATHER_URL: 'a web address',
  OPEN_METEO_URL: 'a web address',
  OPEN_METEO_GEOCODING_URL: 'a web address',
  STRIPE_SECRET_KEY: 'given when another of the STRIPE keys is set',
  STRIPE_PUBLISHABLE_KEY: 'given when STRIPE_SECRET_KEY is set',
  STRIPE_WEBHOOK_SECRET: 'given when STRIPE_SECRET_KEY is set',
  STRIPE_API_URL: 'a web address',
  STRIPE_JS_URL: 'a web address',
  HELP_TIP_URL: 'a web address such as https://ai.example.org/v1',
  HELP_TIP_API_KEY: 'a key',
  HELP_TIP_MODEL: 'the name of a model, when HELP_TIP_URL is set',
  OUTSIDE_STAND_IN: 'an address of this machine such as http://127.0.0.1:8080',
  STOP_GRACE_SECONDS: 'a number of seconds, at most 600',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
};

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Where a backup is made every night; undefined on a server that makes none. */
  readonly backupDir: string | undefined;
  readonly databaseUrl: string | undefined;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly secureCookies: boolean;
  readonly trustedProxies: readonly string[];
  readonly registrationOpen: boolean;
  /** How mail goes out; undefined on a server that sends none. */
  readonly mail: { readonly smtpUrl: string; readonly from: Sender } | undefined;
  readonly supportEmail: string | undefined;
  /** How many days old things are kept; undefined is for ever. */
  readonly retention: {
    readonly analyticsDays: number;
    readonly auditDays: number | undefined;
    readonly medicationLogDays: number | undefined;
  };
  /** Uploads are refused while less than this is free on their disk. */
  readonly uploadReserveBytes: number;
  /** What one household has room for. */
  readonly photoRoom: { readonly photos: number; readonly bytes: number };
  /** Where files are kept instead of on the disk. */
  readonly s3: S3Settings | undefined;
  /** How cards are charged; undefined on a server where nothing is charged. */
  readonly stripe: StripeSettings | undefined;
  readonly weather: WeatherSettings;
  /** An OpenAI-compatible service that words help tips; without one the built-in ones are used. */
  readonly helpTips: HelpTipSettings | undefined;
  /** A server of this machine that is asked instead of all others. Without a slash at the end. */
  readonly outsideStandIn: string | undefined;
  /** How long a server that is to stop goes on answering, so that a proxy can turn away from it. */
  readonly stopGraceMs: number;
  readonly logLevel: string;
}

export type WeatherSettings =
  | { readonly kind: 'openweather'; readonly url: string; readonly apiKey: string }
  | { readonly kind: 'open-meteo'; readonly forecastUrl: string; readonly geocodingUrl: string };

export interface HelpTipSettings {
  /** Without a slash at the end; `/chat/completions` follows. */
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly model: string;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  readonly apiUrl: string;
  /** Of the script that takes the card in the browser. */
  readonly scriptUrl: string;
}

export interface S3Settings {
  readonly bucket: string;
  /** Of a service other than Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Reads every variable once and checks it; throws a ConfigError that names the first wrong one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    throw wrong(name);
  }
  const value = parsed.data;
  const publicUrl = bare(value.PUBLIC_URL ?? `http://localhost:${value.PORT}`);
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    backupDir: value.BACKUP_DIR && resolve(value.BACKUP_DIR),
    databaseUrl: value.DATABASE_URL,
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    trustedProxies: value.TRUSTED_PROXIES ?? [],
    registrationOpen: value.REGISTRATION === 'open',
    mail: mailOf(value.SMTP_URL, value.MAIL_FROM),
    supportEmail: value.SUPPORT_EMAIL,
    retention: {
      analyticsDays: value.ANALYTICS_KEPT_DAYS,
      auditDays: value.AUDIT_KEPT_DAYS,
      medicationLogDays: value.MEDICATION_LOGS_KEPT_DAYS,
    },
    uploadReserveBytes: value.UPLOAD_RESERVE_MB * 1_000_000,
    photoRoom: {
      photos: value.HOUSEHOLD_MOST_PHOTOS,
      bytes: value.HOUSEHOLD_MOST_GB * 1_000_000_000,
    },
    s3: s3Of(value),
    stripe: stripeOf(value),
    weather: weatherOf(value),
    helpTips: helpTipsOf(value),
    outsideStandIn: value.OUTSIDE_STAND_IN && bare(value.OUTSIDE_STAND_IN),
    stopGraceMs: value.STOP_GRACE_SECONDS * 1000,
    logLevel: value.LOG_LEVEL,
  };
}

function wrong(name: string): ConfigError {
  const found = Object.entries(EXPECTED).find(([variable]) => variable === name);
  return new ConfigError(`${name} must be ${found?.[1] ?? 'something else'}.`);
}

function mailOf(smtpUrl: string | undefined, from: Sender | undefined): Config['mail'] {
  if (smtpUrl === undefined) return undefined;
  if (from === undefined) throw wrong('MAIL_FROM');
  return { smtpUrl, from };
}

/** Without slashes at the end. */
function bare(address: string): string {
  return address.replace(/\/+$/, '');
}

function weatherOf(value: z.output<typeof variables>): WeatherSettings {
  if (value.OPENWEATHER_API_KEY !== undefined) {
    const url = bare(value.OPENWEATHER_URL);
    return { kind: 'openweather', url, apiKey: value.OPENWEATHER_API_KEY };
  }
  const forecastUrl = bare(value.OPEN_METEO_URL);
  return { kind: 'open-meteo', forecastUrl, geocodingUrl: bare(value.OPEN_METEO_GEOCODING_URL) };
}

/** All three keys or none: without the last one payments would be taken and never heard of. */
function stripeOf(value: z.output<typeof variables>): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = value;
  if (STRIPE_SECRET_KEY === undefined) {
    if (STRIPE_PUBLISHABLE_KEY ?? STRIPE_WEBHOOK_SECRET) throw wrong('STRIPE_SECRET_KEY');
    return undefined;
  }
  if (STRIPE_PUBLISHABLE_KEY === undefined) throw wrong('STRIPE_PUBLISHABLE_KEY');
  if (STRIPE_WEBHOOK_SECRET === undefined) throw wrong('STRIPE_WEBHOOK_SECRET');
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: bare(value.STRIPE_API_URL),
    scriptUrl: value.STRIPE_JS_URL,
  };
}

function helpTipsOf(value: z.output<typeof variables>): HelpTipSettings | undefined {
  if (value.HELP_TIP_URL === undefined) return undefined;
  if (value.HELP_TIP_MODEL === undefined) throw wrong('HELP_TIP_MODEL');
  const url = bare(value.HELP_TIP_URL);
  return { url, apiKey: value.HELP_TIP_API_KEY, model: value.HELP_TIP_MODEL };
}

function s3Of(value: z.output<typeof variables>): S3Settings | undefined {
  if (value.S3_BUCKET === undefined) return undefined;
  if (value.S3_ACCESS_KEY_ID === undefined) throw wrong('S3_ACCESS_KEY_ID');
  if (value.S3_SECRET_ACCESS_KEY === undefined) throw wrong('S3_SECRET_ACCESS_KEY');
  return {
    bucket: value.S3_BUCKET,
    endpoint: value.S3_ENDPOINT,
    region: value.S3_REGION,
    accessKeyId: value.S3_ACCESS_KEY_ID,
    secretAccessKey: value.S3_SECRET_ACCESS_KEY,
  };
}

function senderOf(text: string, context: z.RefinementCtx): Sender {
  const [, name, inBrackets] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const address = (inBrackets ?? text).trim();
  if (!z.email().safeParse(address).success) context.addIssue({ code: 'custom' });
  const quoted = /^"(.*)"$/.exec(name?.trim() ?? '');
  return { name: quoted?.[1] ?? name?.trim() ?? '', address };
}

function isLoopback({ protocol, hostname }: URL): boolean {
  const isOurs = /^127(\.\d{1,3}){3}$/.test(hostname) || hostname === '[::1]';
  return protocol === 'http:' && isOurs;
}
