import { BackupRefused } from '#features/backup/server.ts';
import { ConfigError } from '#kit/server/config.ts';
import { isInUse, NotDone } from './open-database.ts';

/** What the operator is told: of an error that is not for people its whole text, which is needed to help. */
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
