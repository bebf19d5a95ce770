import { inflateSync } from 'node:zlib';

export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp';

/** Maximum number of scans in a JPEG. Camera images have one, progressive ones about 10. */
const MAX_SCANS = 64;

/** Maximum size of a decompressed colour profile. */
const MAX_PROFILE_BYTES = 1024 * 1024;

/** Maximum number of chunks in a PNG; large ones have a few thousand. */
const MAX_CHUNKS = 10_000;

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * PNG chunks that affect the appearance. All other chunks are removed, such as texts, times and
 * animation frames.
 */
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

/** Detects the kind of an image by its first bytes, regardless of its name. */
export function kindOf(file: Buffer): PictureKind | undefined {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (file.subarray(0, 8).equals(PNG_START)) return 'png';
  if (/^GIF8[79]a$/.test(file.toString('latin1', 0, 6))) return 'gif';
  const isWebp =
    file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'webp' : undefined;
}

/** True if the image has no end marker: it was truncated during a copy or upload. */
export function endsEarly(file: Buffer, kind: PictureKind): boolean {
  if (kind === 'jpeg') return file.lastIndexOf('ffd9', undefined, 'hex') <= startOfPixels(file);
  if (kind === 'png') return !file.includes('IEND');
  if (kind === 'gif') return file.at(-1) !== 0x3b;
  return file.length < file.readUInt32LE(4) + 8;
}

/**
 * Returns the start of the last scan of a JPEG, because an embedded preview with its own end marker
 * may precede it.
 */
function startOfPixels(jpeg: Buffer): number {
  return jpeg.lastIndexOf('ffda', undefined, 'hex');
}

/**
 * Returns the image without chunks that are expensive to decode; undefined if the image is broken
 * or malicious. GIF and WebP compress only their pixels, so they are returned unchanged.
 */
export function withoutTraps(file: Buffer, kind: PictureKind): Buffer | undefined {
  if (kind === 'png') return barePng(file);
  if (kind === 'jpeg' && scansIn(file) > MAX_SCANS) return undefined;
  return file;
}

/**
 * The only chunks that a WebP image needs; texts, times, places and animation frames are not among
 * them.
 */
const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);

/** True if a WebP file contains only pixel data, up to its last byte. */
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
  for (let count = 0; count < MAX_CHUNKS && at + 12 <= file.length; count += 1) {
    const length = file.readUInt32BE(at);
    const end = at + length + 12;
    if (end > file.length) return undefined;
    const name = file.toString('latin1', at + 4, at + 8);
    const chunk = file.subarray(at, end);
    if (name === 'IEND') return Buffer.concat([...kept, chunk]);
    if (name === 'iCCP' && !isSmallProfile(chunk.subarray(8, -4))) return undefined;
    if (PNG_CHUNKS.has(name) && (name === 'IDAT' || length <= MAX_PROFILE_BYTES)) kept.push(chunk);
    at = end;
  }
  return undefined;
}

/**
 * Parses an iCCP chunk: a name, a NUL, the compression method, and the compressed profile. The
 * profile is decompressed only up to the limit.
 */
function isSmallProfile(chunk: Buffer): boolean {
  const packed = chunk.subarray(chunk.indexOf(0) + 2);
  try {
    inflateSync(packed, { maxOutputLength: MAX_PROFILE_BYTES });
    return true;
  } catch {
    return false;
  }
}
