import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { readLimited } from './read-limited.ts';

/**
 * Reads and decompresses a body. Throws if it has more than `mostBytes`, compressed or not, or if
 * the signal aborts.
 */
export async function bodyOf(
  body: Readable,
  encoding: string,
  { mostBytes, signal }: { mostBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  const unpacked = unpacking(body, encoding.trim().toLowerCase());
  const stop = () => unpacked.destroy(new Error('too slow'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await readLimited(unpacked, mostBytes, () => new Error('too large'));
  } finally {
    signal.removeEventListener('abort', stop);
    body.destroy();
  }
}

function unpacking(body: Readable, encoding: string): Readable {
  const unpacker = unpackerOf(encoding);
  if (unpacker === undefined) return body;
  body.on('error', (error) => unpacker.destroy(error));
  return body.pipe(unpacker);
}

function unpackerOf(encoding: string): Transform | undefined {
  if (encoding === '' || encoding === 'identity') return undefined;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  if (encoding === 'br') return createBrotliDecompress();
  throw new Error(`packed as ${encoding}`);
}
