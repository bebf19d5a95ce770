import { resolve } from 'node:path';
import { SECOND_MS } from '#kit/shared/durations.ts';
import { type HouseholdLimits, LIMITS, limitsBy } from '#kit/shared/household-limits.ts';
import { EXPECTED, type Sender, type Values, variables } from './config-variables.ts';

/** A wrong value of an environment variable, worded for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

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
  readonly limits: HouseholdLimits;
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
    limits: limitsOf(given),
    s3: s3Of(value),
    stripe: stripeOf(value),
    weather: weatherOf(value),
    helpTips: helpTipsOf(value),
    outsideStandIn: value.OUTSIDE_STAND_IN && bare(value.OUTSIDE_STAND_IN),
    stopGraceMs: value.STOP_GRACE_SECONDS * SECOND_MS,
    logLevel: value.LOG_LEVEL,
  };
}

function wrong(name: string): ConfigError {
  const found = Object.entries(EXPECTED).find(([variable]) => variable === name);
  return new ConfigError(`${name} must be ${found?.[1] ?? 'something else'}.`);
}

/** The defaults, and what the operator says instead. */
function limitsOf(given: Readonly<Record<string, string | undefined>>): HouseholdLimits {
  return limitsBy(({ most, variable }) => {
    const text = given[variable];
    if (text === undefined) return most;
    const value = Number(text);
    // Half a gigabyte can be, half a photo not.
    const isWhole = Number.isInteger(value) || variable === LIMITS.gigabytes.variable;
    if (value > 0 && Number.isFinite(value) && isWhole) return value;
    const kind = variable === LIMITS.gigabytes.variable ? 'a number' : 'a whole number';
    throw new ConfigError(`${variable} must be ${kind} above 0.`);
  });
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

function weatherOf(value: Values): WeatherSettings {
  if (value.OPENWEATHER_API_KEY !== undefined) {
    const url = bare(value.OPENWEATHER_URL);
    return { kind: 'openweather', url, apiKey: value.OPENWEATHER_API_KEY };
  }
  const forecastUrl = bare(value.OPEN_METEO_URL);
  return { kind: 'open-meteo', forecastUrl, geocodingUrl: bare(value.OPEN_METEO_GEOCODING_URL) };
}

/** All three keys or none: without the last one payments would be taken and never heard of. */
function stripeOf(value: Values): StripeSettings | undefined {
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

function helpTipsOf(value: Values): HelpTipSettings | undefined {
  if (value.HELP_TIP_URL === undefined) return undefined;
  if (value.HELP_TIP_MODEL === undefined) throw wrong('HELP_TIP_MODEL');
  const url = bare(value.HELP_TIP_URL);
  return { url, apiKey: value.HELP_TIP_API_KEY, model: value.HELP_TIP_MODEL };
}

function s3Of(value: Values): S3Settings | undefined {
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
