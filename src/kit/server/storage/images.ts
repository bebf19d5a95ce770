import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { ALL_CORES, limitConcurrency } from '#kit/server/jobs/semaphore.ts';
import { isRefusal, type Refusal } from '#kit/shared/refusal.ts';
import { type KitRefusal, kitRefusal } from '#kit/shared/refusals.ts';
import { endsEarly, isBareWebp, kindOf, withoutTraps } from './image-files.ts';

/** What a picture may have before it is decoded, whatever it weighs. */
const MOST_PIXELS = 50_000_000;

/** One that comes in several passes is held whole in memory, and not strip by strip. */
const MOST_PIXELS_IN_PASSES = 25_000_000;

const LONGEST_SECONDS = 15;

/**
 * How hard the encoder looks for a smaller file, of 0 to 6. Against its usual 4 this takes half of the
 * CPU, for a file that is a twentieth larger and 0.1 dB less like the picture: decision 13.
 */
const EFFORT = 2;

const WEBP = { quality: 82, effort: EFFORT } as const;

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

const inTurn = limitConcurrency({
  atOnce: ALL_CORES,
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

/** One picture in several sizes, and what its file said of itself. */
export interface InSizes {
  /** The largest first; a size that the picture does not have is not among them. */
  readonly pictures: readonly Remade[];
  /** The media type of the file by its content. */
  readonly type: string;
  readonly exif: Uint8Array | undefined;
}

/**
 * Decodes the picture at `path` and makes a new one of it, upright and at most `longSide` pixels
 * long, in `folder`. Of an animation it takes the first picture. Throws a 415 for a damaged picture and
 * for what is no JPEG, PNG, GIF or WebP, a 413 for too many pixels, a 503 when too many pictures wait.
 */
export function remade(path: string, longSide: number, folder: string): Promise<Remade> {
  return inTurn(async () => {
    const file = await readFile(path);
    const { picture } = await opened(file);
    return kept(await read(webp(within(picture, longSide)), file), folder);
  });
}

/**
 * The same in several sizes, the largest of `longSides` first: the file is decoded once, and a
 * smaller one is made only of what is larger. Of a damaged JPEG it takes what can be decoded.
 */
export function remadeInSizes(
  path: string,
  longSides: readonly [number, ...number[]],
  folder: string,
): Promise<InSizes> {
  return inTurn(async () => {
    const file = await readFile(path);
    const [longest, ...smaller] = longSides;
    const { data, info, kind, exif } = await pixelsIn(file, longest);
    const pixels = { raw: { width: info.width, height: info.height, channels: info.channels } };
    const longSide = Math.max(info.width, info.height);
    const made: Remade[] = [];
    try {
      for (const size of [longSide, ...smaller.filter((other) => other < longSide)]) {
        made.push(await kept(await read(webp(within(sharp(data, pixels), size)), file), folder));
      }
    } catch (error) {
      await Promise.all(made.map((file) => rm(file.path, { force: true })));
      throw error;
    }
    return { pictures: made, type: `image/${kind}`, exif };
  });
}

/**
 * The size of a picture that is kept as it is: only one that this server could have made, a WebP
 * file with nothing in it but pixels, which are decoded to see that they are sound.
 */
export function soundPicture(path: string): Promise<{ width: number; height: number }> {
  return inTurn(async () => {
    const file = await readFile(path);
    if (kindOf(file) !== 'webp' || !isBareWebp(file)) throw notAPicture();
    const { picture } = await opened(file);
    const { info } = await read(picture.raw().toBuffer({ resolveWithObject: true }), file);
    return { width: info.width, height: info.height };
  });
}

/** The first damage ends it, or what cannot be decoded is left out. */
type FailOn = 'error' | 'none';

/** The pixels of a picture, upright and at most `longSide` long; of a damaged one, as far as they go. */
async function pixelsIn(file: Buffer, longSide: number) {
  try {
    return await pixelsUntil('error', file, longSide);
  } catch (error) {
    const isDamaged = isRefusal<KitRefusal>(error, 'damaged-picture');
    // Other decoders stop at damage, invent pixels, or do not come to an end.
    if (!isDamaged || kindOf(file) !== 'jpeg') throw error;
    const decoded = await pixelsUntil('none', file, longSide);
    if (await isOneColour(decoded)) throw error;
    return decoded;
  }
}

async function pixelsUntil(failOn: FailOn, file: Buffer, longSide: number) {
  const { picture, kind, exif } = await opened(file, failOn);
  const raw = within(picture, longSide).toColourspace('srgb').raw();
  return { ...(await read(raw.toBuffer({ resolveWithObject: true }), file)), kind, exif };
}

/** Nothing was decoded then: the decoder leaves what is missing grey or black. */
async function isOneColour({ data, info }: { data: Buffer; info: OutputInfo }): Promise<boolean> {
  const { width, height, channels } = info;
  const { channels: colours } = await sharp(data, { raw: { width, height, channels } }).stats();
  return colours.every(({ min, max }) => min === max);
}

async function opened(file: Buffer, failOn: FailOn = 'error') {
  const kind = kindOf(file);
  if (kind === undefined) throw notAPicture();
  const sound = withoutTraps(file, kind);
  if (sound === undefined) throw endsEarly(file, kind) ? damaged(file) : notAPicture();
  const metadata = await read(sharp(sound, { limitInputPixels: false, failOn }).metadata(), file);
  refuseTooManyPixels(metadata);
  const options = { limitInputPixels: MOST_PIXELS, failOn, sequentialRead: true } as const;
  return { picture: sharp(sound, options).autoOrient(), kind, exif: metadata.exif };
}

function within(picture: Sharp, longSide: number): Sharp {
  return picture
    .timeout({ seconds: LONGEST_SECONDS })
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true });
}

function webp(picture: Sharp) {
  return picture.webp(WEBP).toBuffer({ resolveWithObject: true });
}

async function kept(made: { data: Buffer; info: OutputInfo }, folder: string): Promise<Remade> {
  const { data, info } = made;
  const path = join(folder, randomUUID());
  await writeFile(path, data, { flag: 'wx', mode: 0o600 }).catch(async (error: unknown) => {
    // On a full disk its beginning lies there.
    await rm(path, { force: true });
    throw error;
  });
  const sha256 = createHash('sha256').update(data).digest('hex');
  return { path, sha256, width: info.width, height: info.height, bytes: data.length };
}

function refuseTooManyPixels({ width, height, isProgressive }: Metadata): void {
  const most = isProgressive ? MOST_PIXELS_IN_PASSES : MOST_PIXELS;
  if (width * height <= most) return;
  throw kitRefusal(
    'too-many-pixels',
    `Please upload a picture of at most ${most / 1_000_000} megapixels; a smaller one looks as good.`,
  );
}

/** Any complaint of the decoder is damage; a file that takes it too long is made to hurt. */
function read<T>(work: Promise<T>, file: Buffer): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof Error && /timeout/.test(error.message) ? notAPicture() : damaged(file);
  });
}

function damaged(file: Buffer): Refusal {
  const kind = kindOf(file);
  return kind !== undefined && endsEarly(file, kind)
    ? kitRefusal('damaged-picture', 'This picture is damaged: it ends too early.')
    : kitRefusal('damaged-picture');
}

function notAPicture(): Refusal {
  return kitRefusal('not-a-picture');
}
