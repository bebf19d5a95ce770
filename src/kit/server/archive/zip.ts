import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable, Transform, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile as ZipToRead } from 'yauzl';
import { ZipFile } from 'yazl';
import { asError, messageOf } from '#kit/shared/failures.ts';

export interface ZipWriter {
  /**
   * Adds one file, one after the other; resolves when its bytes have gone into the archive. Stored,
   * not deflated, where `isPacked`. Content that fails destroys the output.
   */
  add(
    name: string,
    content: AsyncIterable<Uint8Array> | Uint8Array | string,
    options?: { isPacked?: boolean; at?: Date },
  ): Promise<{ bytes: number; sha256: string }>;
  /** Resolves when the output has taken everything. */
  end(): Promise<void>;
}

export interface ZipReader {
  /** In the order in which they were written. */
  readonly entries: readonly { readonly name: string; readonly bytes: number }[];
  /** Whether it bears its seal, which was right; an archive that was packed again has none. */
  readonly isSealed: boolean;
  /** Fails with a ZipRefused, at its end at the latest, when the bytes are not those written. */
  read(name: string): Promise<AsyncIterable<Uint8Array>>;
  close(): Promise<void>;
}

export interface ZipLimits {
  readonly mostEntries: number;
  /** Of all files together, unpacked. */
  readonly mostBytes: number;
}

/** An archive that is not to be used; the sentence is for whoever brought it. */
export class ZipRefused extends Error {
  override name = 'ZipRefused';
}

/**
 * The seal is the archive's comment: the SHA-256 of every byte before its digits. With it one
 * changed byte is noticed anywhere, also where a zip says when a file was made.
 */
const SEAL = 'sha256:';
const DIGITS = 64;

const CHUNK_BYTES = 256 * 1024;

/**
 * Bytes go to `output` as they are made, never more in memory than a few chunks. Whoever gives up
 * before `end` destroys the output.
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
  // The same for all files: the zip keeps it with each to its end, and would keep the stream with it.
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
    // A stream takes an empty one for a pause.
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

/** Passes everything on, and puts the seal's digits in the place of the zeros at the very end. */
function sealing(): Transform {
  const hash = createHash('sha256');
  /** The last chunks, as few as hold the zeros. */
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
 * Refuses with a ZipRefused (a sentence) what is no whole archive, what was altered after it was
 * sealed, names twice, names that lead out of it (`..`, absolute, backslash, NUL), more than a given
 * number of entries or bytes unpacked (a bomb).
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

/** The archive's own checksum; that there are not more and not fewer bytes is seen to already. */
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
