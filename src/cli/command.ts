import { isIP } from 'node:net';
import { STATUSES, type Status } from '#features/subscription/domain/states.ts';
import { emailIn } from '#platform/shared/email-address.ts';

export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'doctor' }
  | { readonly name: 'accounts' }
  | { readonly name: 'offsite' }
  | { readonly name: 'upgrade' }
  | { readonly name: 'service'; readonly isInstalled: boolean }
  | { readonly name: 'https'; readonly names: readonly string[] }
  | { readonly name: 'reset-password' | 'confirm-email'; readonly email: string }
  | { readonly name: 'backup'; readonly file: string }
  | { readonly name: 'restore'; readonly file: string; readonly isMove: boolean }
  | {
      readonly name: 'subscription set';
      readonly accountNumber: string;
      readonly status: Status | undefined;
      readonly endsAt: Date | undefined;
    };

/** Thrown if a command is not understood; the message is for the operator. */
export class NotUnderstood extends Error {
  override name = 'NotUnderstood';
}

const COMMANDS: readonly (readonly [typed: string, what: string])[] = [
  ['accounts', 'the households, with their Customer IDs'],
  ['subscription set CUSTOMER-ID --status STATUS --end DATE', ''],
  ['', `STATUS: ${STATUSES.join(', ')}; DATE: the last paid day, such as 2026-12-31`],
  ['reset-password EMAIL', 'makes a link to choose a new password'],
  ['confirm-email EMAIL', 'confirms an email, also a new one that waits'],
  ['backup FILE', 'everything this server holds, in one file; also while it runs'],
  ['restore FILE', 'brings a backup into an empty server; also while it runs'],
  [
    'restore FILE --move',
    'the same when the old server was stopped before its backup: everybody stays signed in',
  ],
  ['offsite', 'the nights of which there is an off-site backup; restore takes offsite:NIGHT'],
  ['https [NAME …]', 'makes a certificate for a house without a domain: docs/https.md'],
  ['service', 'prints the unit for systemd that starts the server with this machine'],
  ['service install', 'writes it, and makes its user: docs/service.md'],
  ['upgrade --check', 'says whether there is a newer version, by RELEASE_URL'],
  ['doctor', 'says what is wrong on this server'],
];

/**
 * Commands that exist only in an installed package, where the same program also starts the server.
 */
const START: typeof COMMANDS = [
  ['start', 'the server'],
  ['demo', 'the server with a household to look at, in a scratch folder'],
];

/** How the operator calls commands: through npm in a clone, by name with an installed package. */
export type Program = 'npm run grand --' | 'grand';

export function usage(program: Program): string[] {
  const lines = program === 'grand' ? [...START, ...COMMANDS] : COMMANDS;
  return lines.map(([typed, what]) => {
    const call = typed === '' ? '' : `${program} ${typed}`;
    return `${call.padEnd(program.length + 34)} ${what}`.trimEnd();
  });
}

/** Parses the words after the program's name; throws NotUnderstood. */
export function readCommand(typed: readonly string[]): Command {
  const [name, ...rest] = typed;
  switch (name) {
    case undefined:
    case 'help':
    case '--help':
      return { name: 'help' };
    case 'accounts':
    case 'offsite':
    case 'doctor':
      nothingMore(rest);
      return { name };
    case 'upgrade':
      if (rest[0] !== '--check')
        throw new NotUnderstood('An upgrade can only be looked for: upgrade --check.');
      nothingMore(rest.slice(1));
      return { name };
    case 'service':
      return readService(rest);
    case 'https':
      return { name, names: rest.map(readHostName) };
    case 'backup':
      return { name, file: readFile(name, rest) };
    case 'restore':
      return { name, file: readFile(name, rest.filter(isNoMove)), isMove: !rest.every(isNoMove) };
    case 'reset-password':
      return { name, email: readEmail('Whose password? Give the email.', rest) };
    case 'confirm-email':
      return { name, email: readEmail('Which email?', rest) };
    case 'subscription':
      return setSubscription(rest);
    default:
      throw new NotUnderstood(`There is no command '${name}'.`);
  }
}

const isNoMove = (typed: string) => typed !== '--move';

function readFile(name: 'backup' | 'restore', [file, ...rest]: readonly string[]): string {
  if (file === undefined || file === '') {
    throw new NotUnderstood(`Which file? Give its name: ${name} FILE.`);
  }
  nothingMore(rest);
  return file;
}

/** Reads a host name or an IP address of the server. */
function readHostName(typed: string): string {
  const name = typed.toLowerCase();
  const isName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
  if (isIP(name) === 0 && !isName.test(name)) {
    throw new NotUnderstood(
      `'${typed}' is no name of a server, such as grand.home or 192.168.1.20.`,
    );
  }
  return name;
}

function readService([verb, ...rest]: readonly string[]): Command {
  nothingMore(rest);
  if (verb !== undefined && verb !== 'install') {
    throw new NotUnderstood("A service can only be printed, or 'install'ed.");
  }
  return { name: 'service', isInstalled: verb === 'install' };
}

function readEmail(question: string, [email, ...rest]: readonly string[]): string {
  if (email === undefined) throw new NotUnderstood(question);
  nothingMore(rest);
  return emailIn(email);
}

function setSubscription([verb, accountNumber, ...options]: readonly string[]): Command {
  if (verb !== 'set') throw new NotUnderstood("A subscription can only be 'set'.");
  if (accountNumber === undefined || accountNumber.startsWith('-')) {
    throw new NotUnderstood("Which household? Give its Customer ID; 'accounts' lists them.");
  }
  let status: Status | undefined;
  let endsAt: Date | undefined;
  for (let at = 0; at < options.length; at += 2) {
    const [option = '', value = ''] = options.slice(at, at + 2);
    if (option === '--status') status = readStatus(value);
    else if (option === '--end') endsAt = readEnd(value);
    else throw new NotUnderstood(`There is no option '${option}'.`);
  }
  if (status === undefined && endsAt === undefined) {
    throw new NotUnderstood('Nothing to set: give --status, --end or both.');
  }
  return {
    name: 'subscription set',
    accountNumber: accountNumber.trim().toUpperCase(),
    status,
    endsAt,
  };
}

function readStatus(value: string): Status {
  const status = STATUSES.find((known) => known === value);
  if (status === undefined) throw new NotUnderstood(`--status must be ${STATUSES.join(', ')}.`);
  return status;
}

/**
 * Parses the end of a subscription. A date means the last paid day (UTC); a timestamp means the
 * exact end.
 */
function readEnd(value: string): Date {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/.test(value);
  const end = isDate || isInstant ? new Date(value) : undefined;
  const isReal = end !== undefined && !Number.isNaN(end.getTime());
  if (!isReal || end.toISOString().slice(0, 10) !== value.slice(0, 10)) {
    throw new NotUnderstood('--end must be a date such as 2026-12-31.');
  }
  if (isDate) end.setUTCDate(end.getUTCDate() + 1);
  return end;
}

function nothingMore([more]: readonly string[]): void {
  if (more !== undefined) throw new NotUnderstood(`'${more}' is too much here.`);
}
