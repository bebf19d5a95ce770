import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { askOperatorLine, type LineRoutes } from '#platform/server/operator-line.ts';
import { BackupRefused } from './manifest.ts';
import { type BackupParts, takeBackup } from './take-backup.ts';

const PATH = '/backup';

/** Error codes of a response that the server aborted. */
const BROKEN = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];

export function backupRoute(parts: BackupParts): LineRoutes {
  return {
    async [PATH](_asked, answer) {
      answer.writeHead(200, { 'Content-Type': 'application/zip' }).flushHeaders();
      await takeBackup(parts, answer);
    },
  };
}

/** Lets the running server write a backup to `output`; returns false if no server answers. */
export async function backupFromServer(dataDir: string, output: Writable): Promise<boolean> {
  const answer = await askOperatorLine(dataDir, PATH);
  if (answer === undefined) return false;
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw new BackupRefused('The running server is of another version: start it anew.');
  }
  await pipeline(answer, output).catch((error: Error & { code?: string }) => {
    if (!BROKEN.includes(error.code ?? '')) throw error;
    throw new BackupRefused('The running server could not make the backup; its log says why.');
  });
  return true;
}
