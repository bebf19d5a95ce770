import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { openZip, type ZipReader, ZipRefused, zipTo } from './zip.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'grand-zip-'));
  path = join(folder, 'archive.zip');
});
afterEach(() => rm(folder, { recursive: true }));

const LIMITS = { mostEntries: 10, mostBytes: 1_000_000 };
const AT = new Date('2026-03-10T14:00:00Z');
const PACKED = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 251));

async function* inPieces(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 1000) yield content.subarray(at, at + 1000);
}

async function write(to = path): Promise<void> {
  const zip = zipTo(createWriteStream(to));
  const options = { at: AT };
  await zip.add('README.txt', 'What this is. '.repeat(1000), options);
  await zip.add('files/a.webp', inPieces(PACKED), { ...options, isPacked: true });
  await zip.add('empty.jsonl', '', options);
  await zip.end();
}

/** Writes an archive without the seal of this server, as an attacker or another program would. */
async function writeBare(names: readonly string[], content = 'content'): Promise<void> {
  const zip = new ZipFile();
  const placeholder = (at: number) => `x${at}`.padEnd(names[at]?.length ?? 0, 'x');
  names.forEach((_, at) => {
    zip.addBuffer(Buffer.from(content), placeholder(at));
  });
  zip.end();
  let bytes = (await buffer(zip.outputStream)).toString('latin1');
  names.forEach((name, at) => {
    bytes = bytes.replaceAll(placeholder(at), name);
  });
  await writeFile(path, bytes, 'latin1');
}

const refusal = (sentence: string | RegExp) => {
  const opened = openZip(path, LIMITS);
  return Promise.all([
    expect(opened).rejects.toThrow(ZipRefused),
    expect(opened).rejects.toThrow(sentence),
  ]);
};

describe('zipTo and openZip', () => {
  it('openZip returns the files in the order in which they were written', async () => {
    await write();
    const zip = await openZip(path, LIMITS);
    expect(zip.isSealed).toBe(true);
    expect(zip.entries).toEqual([
      { name: 'README.txt', bytes: 14_000 },
      { name: 'files/a.webp', bytes: 100_000 },
      { name: 'empty.jsonl', bytes: 0 },
    ]);
    expect(await buffer(await zip.read('files/a.webp'))).toEqual(PACKED);
    expect(await text(await zip.read('README.txt'))).toBe('What this is. '.repeat(1000));
    expect(await text(await zip.read('empty.jsonl'))).toBe('');
    await expect(zip.read('other')).rejects.toThrow('The archive has no file other.');
    await zip.close();
  });

  it('add() returns the size and the checksum of the file', async () => {
    const zip = zipTo(createWriteStream(path));
    expect(await zip.add('a', inPieces(PACKED))).toEqual({
      bytes: PACKED.length,
      sha256: createHash('sha256').update(PACKED).digest('hex'),
    });
    await zip.end();
  });

  it('archives of equal content and time are identical, byte for byte', async () => {
    await write();
    const other = join(folder, 'other.zip');
    await write(other);
    expect((await readFile(path)).equals(await readFile(other))).toBe(true);
  });

  it('a slow output slows down the content: only a few chunks are buffered', async () => {
    let taken = 0;
    let made = 0;
    let most = 0;
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        taken += chunk.length;
        setImmediate(done);
      },
    });
    async function* large() {
      for (let count = 0; count < 300; count += 1) {
        made += 64 * 1024;
        most = Math.max(most, made - taken);
        yield Buffer.alloc(64 * 1024, count);
      }
    }
    const zip = zipTo(slow);
    await zip.add('large', large(), { isPacked: true });
    await zip.end();
    expect(taken).toBeGreaterThan(300 * 64 * 1024);
    expect(most).toBeLessThan(2 * 1024 * 1024);
  });
});

describe('zipTo', () => {
  it('add() rejects when its content fails, and the output is destroyed instead of ended', async () => {
    const output = new PassThrough();
    output.on('error', () => undefined);
    output.resume();
    async function* broken() {
      yield Buffer.from('some');
      throw new Error('the disk is gone');
    }
    await expect(zipTo(output).add('a', broken())).rejects.toThrow('the disk is gone');
    await expect.poll(() => output.destroyed).toBe(true);
    expect(output.writableFinished).toBe(false);
  });

  it('add() rejects when the output fails, and the content iterator is closed', async () => {
    let isLetGo = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(1000);
      } finally {
        isLetGo = true;
      }
    }
    const full = new Writable({
      write(_chunk, _encoding, done) {
        done(new Error('the disk is full'));
      },
    });
    const zip = zipTo(full);
    await expect(zip.add('a', endless())).rejects.toThrow('the disk is full');
    await expect.poll(() => isLetGo).toBe(true);
    await expect(zip.add('b', 'more')).rejects.toThrow('the disk is full');
    await expect(zip.end()).rejects.toThrow('the disk is full');
  });
});

describe('openZip', () => {
  it('an archive that is cut off at any length is refused', async () => {
    await write();
    const whole = await readFile(path);
    for (const length of [0, 1, 100, whole.length / 2, whole.length - 72, whole.length - 1]) {
      await writeFile(path, whole.subarray(0, length));
      await refusal(/no whole archive/);
    }
  });

  it('an archive with one changed byte is refused or is not sealed', async () => {
    await write();
    const whole = await readFile(path);
    const step = Math.floor(whole.length / 61);
    const places = Array.from({ length: 61 }, (_, count) => count * step);
    for (const place of [...places, ...lastOf(whole, 200)]) {
      const altered = Buffer.from(whole);
      altered[place] = (altered[place] ?? 0) ^ 1;
      await writeFile(path, altered);
      const zip = await openZip(path, LIMITS)
        .then(closed)
        .catch((error: unknown) => error);
      if (zip instanceof ZipRefused) continue;
      expect(zip).toMatchObject({ isSealed: false });
    }
  });

  it('an archive with bytes before or after it is refused', async () => {
    await write();
    const whole = await readFile(path);
    await writeFile(path, Buffer.concat([whole, Buffer.from('more')]));
    await refusal(/no whole archive/);
    await writeFile(path, Buffer.concat([Buffer.from('more'), whole]));
    await refusal('has been altered');
  });

  it.each([
    ['../secret'],
    ['a/../../b'],
    ['/etc/passwd'],
    ['C:/windows'],
    ['a\\b\\c'],
    ['nul\0name'],
  ])('a file named %j is refused', async (name) => {
    await writeBare([name]);
    await refusal(/invalid|absolute|proper name/);
  });

  it('two files with the same name are refused', async () => {
    await writeBare(['twice', 'twice']);
    await refusal('The archive has two files named twice.');
  });

  it('more files or bytes than the limits are refused', async () => {
    await writeBare(Array.from({ length: 11 }, (_, at) => `name-${String(at).padStart(2, '0')}`));
    await refusal('The archive has more than 10 files.');
    await writeBare(['one', 'two'], '0'.repeat(600_000));
    await refusal('The archive holds more than 1000000 bytes.');
  });

  it('changed content of an unsealed archive is refused while it is read', async () => {
    await writeBare(['name'], 'content '.repeat(1000));
    const bytes = await readFile(path);
    const at = bytes.indexOf('name') + 4 + 20;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(path, bytes);
    const zip = await openZip(path, LIMITS);
    expect(zip.isSealed).toBe(false);
    await expect(buffer(await zip.read('name'))).rejects.toThrow(ZipRefused);
    await zip.close();
  });
});

async function closed(zip: ZipReader): Promise<ZipReader> {
  await zip.close();
  return zip;
}

function lastOf(whole: Buffer, count: number): number[] {
  return Array.from({ length: count }, (_, at) => whole.length - 1 - at);
}
