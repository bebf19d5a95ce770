import { inflateSync } from 'node:zlib';

export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp';

/** How often a JPEG may paint over the whole picture; those of cameras do it once, others 10 times. */
const MOST_SCANS = 64;

/** What a colour profile may be when it is unpacked, and what else may stand beside the pixels. */
const MOST_PROFILE_BYTES = 1024 * 1024;

/** How many parts a PNG may have; large ones have a few thousand. */
const MOST_CHUNKS = 10_000;

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

/** What says how a PNG looks. Everything else is left out: words, times, further frames. */
const PNG_CHUNKS = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'eXIf',
  'IDAT',
]);

/** The kind of a picture by its first bytes, whatever it is called. */
export function kindOf(file: Buffer): PictureKind | undefined {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (file.subarray(0, 8).equals(PNG_START)) return 'png';
  if (/^GIF8[79]a$/.test(file.toString('latin1', 0, 6))) return 'gif';
  const isWebp =
    file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'webp' : undefined;
}

/** Whether a picture has no end: it was cut off when it was copied or sent. */
export function endsEarly(file: Buffer, kind: PictureKind): boolean {
  if (kind === 'jpeg') return file.lastIndexOf('ffd9', undefined, 'hex') <= startOfPixels(file);
  if (kind === 'png') return !file.includes('IEND');
  if (kind === 'gif') return file.at(-1) !== 0x3b;
  return file.length < file.readUInt32LE(4) + 8;
}

/** The last scan of a JPEG: a small preview with an end of its own may stand before it. */
function startOfPixels(jpeg: Buffer): number {
  return jpeg.lastIndexOf('ffda', undefined, 'hex');
}

/**
 * The same picture without what costs a decoder more than it weighs; undefined when it is broken or
 * made to hurt. GIF and WebP hold nothing packed but their pixels.
 */
export function withoutTraps(file: Buffer, kind: PictureKind): Buffer | undefined {
  if (kind === 'png') return barePng(file);
  if (kind === 'jpeg' && scansIn(file) > MOST_SCANS) return undefined;
  return file;
}

/** What a WebP picture needs; nothing of words, times, places or further frames. */
const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);

/** Whether a WebP file holds pixels alone, to its very last byte. */
export function isBareWebp(file: Buffer): boolean {
  if (file.length < 20 || file.readUInt32LE(4) !== file.length - 8) return false;
  let at = 12;
  while (at + 8 <= file.length) {
    if (!WEBP_CHUNKS.has(file.toString('latin1', at, at + 4))) return false;
    const length = file.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return at === file.length;
}

function scansIn(jpeg: Buffer): number {
  let count = 0;
  for (let at = jpeg.indexOf('ffda', 0, 'hex'); at >= 0; at = jpeg.indexOf('ffda', at + 2, 'hex')) {
    count += 1;
  }
  return count;
}

function barePng(file: Buffer): Buffer | undefined {
  const kept: Buffer[] = [PNG_START];
  let at = PNG_START.length;
  for (let count = 0; count < MOST_CHUNKS && at + 12 <= file.length; count += 1) {
    const length = file.readUInt32BE(at);
    const end = at + length + 12;
    if (end > file.length) return undefined;
    const name = file.toString('latin1', at + 4, at + 8);
    const chunk = file.subarray(at, end);
    if (name === 'IEND') return Buffer.concat([...kept, chunk]);
    if (name === 'iCCP' && !isSmallProfile(chunk.subarray(8, -4))) return undefined;
    if (PNG_CHUNKS.has(name) && (name === 'IDAT' || length <= MOST_PROFILE_BYTES)) kept.push(chunk);
    at = end;
  }
  return undefined;
}

/** A name, a NUL, the kind of packing, and the packed profile, which is unpacked no further than allowed. */
function isSmallProfile(chunk: Buffer): boolean {
  const packed = chunk.subarray(chunk.indexOf(0) + 2);
  try {
    inflateSync(packed, { maxOutputLength: MOST_PROFILE_BYTES });
    return true;
  } catch {
    return false;
  }
}
