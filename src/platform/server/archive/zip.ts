import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable, Transform, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile as ZipToRead } from 'yauzl';
import { ZipFile } from 'yazl';
import { asError, messageOf } from '#platform/shared/failures.ts';

export interface ZipWriter {
  /**
   * Adds one file and resolves when its bytes are in the archive; only one call at a time. With
   * `isPacked` the content is stored without compression. An error of the content destroys the
   * output.
   */
  add(
    name: string,
    content: AsyncIterable<Uint8Array> | Uint8Array | string,
    options?: { isPacked?: boolean; at?: Date },
  ): Promise<{ bytes: number; sha256: string }>;
  /** Resolves when the output has received the whole archive. */
  end(): Promise<void>;
}

export interface ZipReader {
  /** The files in the order in which they were written. */
  readonly entries: readonly { readonly name: string; readonly bytes: number }[];
  /** True if the archive has a valid seal. An archive that another program repacked has none. */
  readonly isSealed: boolean;
  /**
   * Returns the content of a file. Reading it throws a ZipRefused if the bytes differ from those
   * that were written, at the end of the file at the latest.
   */
  read(name: string): Promise<AsyncIterable<Uint8Array>>;
  close(): Promise<void>;
}

export interface ZipLimits {
  readonly mostEntries: number;
  /** Maximum uncompressed size of all files together. */
  readonly mostBytes: number;
}

/** Thrown for an unusable archive; the message is for the user who uploaded it. */
export class ZipRefused extends Error {
  override name = 'ZipRefused';
}

/**
 * The seal is the archive's comment: the SHA-256 of every byte before its digits. It detects a
 * changed byte anywhere, even in metadata such as a file's modification time.
 */
const SEAL = 'sha256:';
const DIGITS = 64;

const CHUNK_BYTES = 256 * 1024;

/**
 * Writes the archive to `output` as it is created; at most a few chunks are in memory. To cancel
 * before `end`, the caller destroys the output.
 */
export function zipTo(output: Writable): ZipWriter {
  const zip = new ZipFile();
  const seal = sealing();
  let failure: unknown;
  let source: Readable | undefined;
  const written = pipeline(zip.outputStream, seal, output);
  written.catch((error: Error) => {
    failure = error;
    source?.destroy(error);
  });
  zip.on('error', (error: Error) => seal.destroy(error));
  // One function for all files: the zip library keeps a reference to each function until the
  // archive ends, so a closure per file would keep every stream in memory.
  const giveSource = (give: (error: unknown, stream: Readable) => void) => {
    if (source !== undefined) give(null, source);
  };
  return {
    async add(name, content, { isPacked = false, at = new Date() } = {}) {
      if (failure !== undefined) throw failure;
      const counted = { hash: createHash('sha256'), bytes: 0 };
      source = Readable.from(counting(content, counted), { objectMode: false });
      const consumed = finished(source, { writable: false });
      zip.addReadStreamLazy(name, { compress: !isPacked, mtime: at }, giveSource);
      try {
        await consumed;
      } catch (error) {
        seal.destroy(asError(error));
        throw error;
      }
      return { bytes: counted.bytes, sha256: counted.hash.digest('hex') };
    },
    async end() {
      zip.end({ comment: `${SEAL}${'0'.repeat(DIGITS)}`, forceZip64Format: false });
      await written;
    },
  };
}

async function* counting(
  content: AsyncIterable<Uint8Array> | Uint8Array | string,
  counted: { hash: ReturnType<typeof createHash>; bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunksOf(content)) {
    // An empty chunk would pause the stream, so it is skipped.
    if (chunk.length === 0) continue;
    counted.hash.update(chunk);
    counted.bytes += chunk.length;
    yield chunk;
  }
}

function chunksOf(content: AsyncIterable<Uint8Array> | Uint8Array | string) {
  if (typeof content === 'string') return [Buffer.from(content)];
  return content instanceof Uint8Array ? [content] : content;
}

/** Passes all bytes through, and replaces the zeros at the very end with the digits of the seal. */
function sealing(): Transform {
  const hash = createHash('sha256');
  /** The last chunks, which are held back: the fewest that contain the last `DIGITS` bytes. */
  const held: Buffer[] = [];
  let heldBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held.push(chunk);
      heldBytes += chunk.length;
      while (held[0] !== undefined && heldBytes - held[0].length >= DIGITS) {
        heldBytes -= held[0].length;
        hash.update(held[0]);
        this.push(held.shift());
      }
      done();
    },
    flush(done) {
      const last = Buffer.concat(held);
      const before = last.subarray(0, Math.max(0, last.length - DIGITS));
      done(null, Buffer.concat([before, Buffer.from(hash.update(before).digest('hex'))]));
    },
  });
}

/**
 * Opens an archive. Throws a ZipRefused for an incomplete archive, an archive that was altered
 * after it was sealed, duplicate names, names that lead out of the archive (`..`, absolute,
 * backslash, NUL), and more entries or uncompressed bytes than the limits (zip bomb).
 */
export async function openZip(path: string, limits: ZipLimits): Promise<ZipReader> {
  const isSealed = await bearsSeal(path);
  const zip = await openPromise(path, { strictFileNames: true, autoClose: false }).catch(refuse);
  zip.on('error', () => undefined);
  try {
    const found = await entriesOf(zip, limits);
    return {
      isSealed,
      entries: [...found].map(([name, entry]) => ({ name, bytes: entry.uncompressedSize })),
      async read(name) {
        const entry = found.get(name);
        if (entry === undefined) throw new ZipRefused(`The archive has no file ${name}.`);
        const content = await zip.openReadStreamPromise(entry).catch(refuse);
        return checked(content, entry);
      },
      close: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function entriesOf(zip: ZipToRead, limits: ZipLimits): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>();
  if (zip.entryCount > limits.mostEntries) {
    throw new ZipRefused(`The archive has more than ${limits.mostEntries} files.`);
  }
  let bytes = 0;
  const entries = zip.eachEntry();
  for (;;) {
    const next = await entries.next().catch(refuse);
    if (next.done) return found;
    const entry = next.value;
    const { fileName } = entry;
    if (found.has(fileName)) throw new ZipRefused(`The archive has two files named ${fileName}.`);
    if (fileName === '' || fileName.includes('\0')) {
      throw new ZipRefused('The archive has a file without a proper name.');
    }
    if (!entry.canDecodeFileData()) {
      throw new ZipRefused(`${fileName} is locked or packed in a way that is not known here.`);
    }
    bytes += entry.uncompressedSize;
    if (bytes > limits.mostBytes) {
      throw new ZipRefused(`The archive holds more than ${limits.mostBytes} bytes.`);
    }
    found.set(fileName, entry);
  }
}

/** Verifies the CRC-32 of the content. The zip library checks only the number of bytes. */
async function* checked(content: Readable, entry: Entry): AsyncGenerator<Uint8Array> {
  let sum = 0;
  try {
    for await (const chunk of content) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    refuse(error);
  }
  if (sum !== entry.crc32) throw new ZipRefused(`${entry.fileName} in the archive is damaged.`);
}

async function bearsSeal(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const told = size < SEAL.length + DIGITS ? '' : await tailOf(file, size);
    if (!told.startsWith(SEAL)) return false;
    const hash = createHash('sha256');
    const end = size - DIGITS - 1;
    const reading = { start: 0, end, autoClose: false, highWaterMark: CHUNK_BYTES };
    for await (const chunk of file.createReadStream(reading)) hash.update(chunk);
    if (told !== `${SEAL}${hash.digest('hex')}`) {
      throw new ZipRefused('The archive has been altered or damaged since it was made.');
    }
    return true;
  } finally {
    await file.close();
  }
}

async function tailOf(file: FileHandle, size: number): Promise<string> {
  const length = SEAL.length + DIGITS;
  const tail = Buffer.alloc(length);
  await file.read(tail, 0, length, size - length);
  return tail.toString('latin1');
}

function refuse(error: unknown): never {
  if (error instanceof ZipRefused) throw error;
  const sentence = `This is no whole archive, or not one that can be read: ${messageOf(error)}`;
  throw new ZipRefused(sentence, { cause: error });
}
