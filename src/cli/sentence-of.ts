import { BackupRefused } from '#features/backup/server.ts';
import { ConfigError } from '#platform/server/config.ts';
import { isInUse, NotDone } from './open-database.ts';

/**
 * Returns the text of an error for the operator. It includes the stack, unless the message is
 * written for people.
 */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isSentence =
    error instanceof ConfigError ||
    error instanceof NotDone ||
    error instanceof BackupRefused ||
    isInUse(error) ||
    ['UnusableDatabase', 'ZipRefused'].includes(error.name);
  return isSentence ? error.message : (error.stack ?? error.message);
}
