import { z } from 'zod';
import { isAddressOrRange } from './outbound/address-range.ts';

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

/** What each variable must be. */
export const variables = z.object({
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

export type Values = z.output<typeof variables>;

/** The same in words, for the operator. */
export const EXPECTED: Readonly<Record<keyof Values, string>> = {
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
