import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { Refusal } from '#kit/shared/refusal.ts';
import { kindOf, withoutTraps } from './picture-bytes.ts';
import { ALL_CORES_BUT_ONE, takingTurns } from './turns.ts';

/** What a picture may have before it is decoded, whatever it weighs. */
const MOST_PIXELS = 50_000_000;

/** One that comes in several passes is held whole in memory, and not strip by strip. */
const MOST_PIXELS_IN_PASSES = 25_000_000;

const LONGEST_SECONDS = 15;

const QUALITY = 82;

// Readers of every other kind of file, some of which read further files, do not exist here.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});
sharp.concurrency(1);
sharp.cache(false);

const inTurn = takingTurns({
  atOnce: ALL_CORES_BUT_ONE,
  longestQueue: 32,
  tooMany: 'Many pictures are being uploaded just now. Please try again in a moment.',
});

/** A picture that this server has made: a WebP file without anything but its pixels. */
export interface Remade {
  /** Where it lies; the caller removes it or hands it on. */
  readonly path: string;
  /** The SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/**
 * Decodes the picture at `path` and makes a new one of it, upright and at most `longSide` pixels
 * long, in `folder`. Of an animation it takes the first picture. Throws a 415 for what is no sound
 * JPEG, PNG, GIF or WebP, a 413 for too many pixels, a 503 when too many pictures wait.
 */
export function remade(path: string, longSide: number, folder: string): Promise<Remade> {
  return inTurn(async () => {
    const { data, info } = await decoded(await readFile(path), longSide);
    const target = join(folder, randomUUID());
    await writeFile(target, data, { flag: 'wx', mode: 0o600 });
    const sha256 = createHash('sha256').update(data).digest('hex');
    return { path: target, sha256, width: info.width, height: info.height, bytes: data.length };
  });
}

async function decoded(file: Buffer, longSide: number) {
  const kind = kindOf(file);
  if (kind === undefined) throw notAPicture();
  const sound = withoutTraps(file, kind);
  if (sound === undefined) throw notAPicture();
  refuseTooManyPixels(await read(sharp(sound, { limitInputPixels: false }).metadata()));
  return read(
    sharp(sound, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: LONGEST_SECONDS })
      .autoOrient()
      .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true }),
  );
}

function refuseTooManyPixels({ width, height, isProgressive }: Metadata): void {
  const most = isProgressive ? MOST_PIXELS_IN_PASSES : MOST_PIXELS;
  if (width * height <= most) return;
  throw new Refusal(
    413,
    `Please upload a picture of at most ${most / 1_000_000} megapixels; a smaller one looks as good.`,
  );
}

/** Whatever the decoder does not like about a file: it is no picture that can be shown. */
function read<T>(work: Promise<T>): Promise<T> {
  return work.catch(() => {
    throw notAPicture();
  });
}

function notAPicture(): Refusal {
  return new Refusal(415, 'Please upload an image file.');
}
