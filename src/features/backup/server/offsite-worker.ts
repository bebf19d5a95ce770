import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type OffsiteSettings, putOffsite } from './offsite.ts';

export interface OffsiteTask {
  readonly file: string;
  readonly night: string;
  readonly settings: OffsiteSettings;
}

/**
 * Runs in a worker thread: encrypts gigabytes with the passphrase (age, scrypt) and sends them,
 * without blocking the requests of the server.
 */
export async function work({ file, night, settings }: OffsiteTask): Promise<void> {
  const { size } = await stat(file);
  // Imported here because of a measurement: with a static import, deriving the key takes 24 s
  // instead of 2 s in a thread.
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(settings.passphrase);
  const plain = Readable.toWeb(createReadStream(file));
  const encrypted = await encrypter.encrypt(plain as never);
  await putOffsite(Readable.fromWeb(encrypted as never), size, night, settings);
}
