import { resolve } from 'node:path';
import { z } from 'zod';
import { configPart } from '#kit/server/config.ts';

/** Where a backup is made every night; undefined on a server that makes none. */
export const readBackupDir = configPart(
  { BACKUP_DIR: [z.string().optional(), 'a folder'] },
  ({ BACKUP_DIR }) => BACKUP_DIR && resolve(BACKUP_DIR),
);
