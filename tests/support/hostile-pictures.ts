import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Returns a valid picture: a white pill on blue. */
export function pillPicture(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const x = ((at % width) - width / 2) / Math.min(width, height);
    const y = (Math.floor(at / width) - height / 2) / Math.min(width, height);
    const isPill = Math.hypot(Math.max(0, Math.abs(x) - 0.2), y) < 0.15;
    pixels.set(isPill ? [251, 248, 242] : [125, 154, 192 - Math.round(40 * y)], at * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  return Buffer.concat([u32(content.length), body, u32(crc32(body))]);
}

/**
 * Builds a grey PNG. `between` is inserted before the chunk with the pixels; by default the pixels
 * are few and black.
 */
export function png(
  width: number,
  height: number,
  between: Buffer[] = [],
  pixels?: Buffer,
): Buffer {
  const head = Buffer.concat([u32(width), u32(height), Buffer.from([8, 0, 0, 0, 0])]);
  const lines = pixels ?? Buffer.alloc(Math.min(1000, (width + 1) * height), 0);
  return Buffer.concat([
    PNG_START,
    chunk('IHDR', head),
    ...between,
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const FIFTY_MB_OF_NOTHING = deflateSync(Buffer.alloc(50_000_000), { level: 9 });

/** A PNG of about 48 KB whose text decompresses to 50 MB. */
export const textBomb = () =>
  png(8, 8, [
    chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), FIFTY_MB_OF_NOTHING])),
  ]);

/** A PNG whose colour profile decompresses to 50 MB. */
export const profileBomb = () =>
  png(8, 8, [
    chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), FIFTY_MB_OF_NOTHING])),
  ]);

/** A PNG with 50,000 chunks. */
export const chunkBomb = () =>
  png(8, 8, [Buffer.concat(Array(50_000).fill(chunk('teXt', Buffer.alloc(0))))]);

export const pixelFlood = () => png(50_000, 50_000);

/** A progressive JPEG whose last scan is repeated a thousand times. */
export async function scanBomb(): Promise<Buffer> {
  const picture = await pillPicture(600, 400).jpeg({ progressive: true }).toBuffer();
  const last = picture.lastIndexOf('ffda', undefined, 'hex');
  const scan = picture.subarray(last, -2);
  return Buffer.concat([
    picture.subarray(0, -2),
    ...Array<Buffer>(1000).fill(scan),
    picture.subarray(-2),
  ]);
}

/** Builds an animated GIF of equal frames. */
export async function gif(frames: number): Promise<Buffer> {
  const still = await pillPicture(16, 16).gif().toBuffer();
  const start = still.indexOf('21f904', 0, 'hex');
  const frame = still.subarray(start, -1);
  return Buffer.concat([
    still.subarray(0, start),
    ...Array<Buffer>(frames).fill(frame),
    still.subarray(-1),
  ]);
}

/** Files that are no pictures in a supported format, as their first bytes show. */
export const NO_PICTURES: Record<string, Buffer> = {
  'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'an HTML page': Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a PDF': Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
  'a HEIC picture': Buffer.from('0000001c667479706865696300000000686569636d696631', 'hex'),
  'an AVIF picture': Buffer.from('0000001c667479706176696600000000617669666d696631', 'hex'),
  'a TIFF picture': Buffer.from('49492a0008000000', 'hex'),
  'a program': Buffer.from('7f454c46020101000000000000000000', 'hex'),
  'nothing at all': Buffer.alloc(0),
};

/** Files with the header of a picture and no pixels. */
export const PICTURES_WITHOUT_PIXELS: Record<string, Buffer> = {
  'the first bytes of a JPEG': Buffer.from('ffd8ff', 'hex'),
  'the first bytes of a PNG': PNG_START,
  'a WebP without anything in it': Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1'),
  'a GIF of no size': Buffer.from('GIF89a\0\0\0\0\0\0\0;', 'latin1'),
};
