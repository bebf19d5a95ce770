import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { ALL_CORES, limitConcurrency } from '#platform/server/jobs/semaphore.ts';
import { isRefusal, type Refusal } from '#platform/shared/refusal.ts';
import { type KitRefusal, platformRefusal } from '#platform/shared/refusals.ts';
import { endsEarly, isBareWebp, kindOf, withoutTraps } from './image-files.ts';

/** Maximum number of pixels, checked before decoding, regardless of the file size. */
const MAX_PIXELS = 50_000_000;

/**
 * Maximum number of pixels of a progressive image, which is decoded as a whole in memory instead of
 * in strips.
 */
const MAX_PIXELS_IN_PASSES = 25_000_000;

const MAX_SECONDS = 15;

/**
 * Effort of the encoder, 0 to 6. It needs half of the CPU time of the default 4, for files that are
 * 5 % larger and 0.1 dB less similar to the original: decision 13.
 */
const EFFORT = 2;

const WEBP = { quality: 82, effort: EFFORT } as const;

// Enables only these decoders. Some of the other ones read further files that an image names.
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

/** An image that this server has encoded: a WebP file that contains only pixel data. */
export interface EncodedImage {
  /** Path of the file; the caller deletes or moves it. */
  readonly path: string;
  /** SHA-256 of the file as hexadecimal digits. */
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** One image in several sizes, with the metadata of its file. */
export interface InSizes {
  /** Largest first. A size that is larger than the original is left out. */
  readonly pictures: readonly EncodedImage[];
  /** Media type detected from the content. */
  readonly type: string;
  readonly exif: Uint8Array | undefined;
}

/**
 * Decodes the image at `path` and writes a new one into `folder`, upright and at most `longSide`
 * pixels long. Uses only the first frame of an animation. Throws 415 for a damaged image and for
 * other formats than JPEG, PNG, GIF and WebP, 413 for too many pixels, 503 if too many images are
 * waiting.
 */
export function encodeImage(path: string, longSide: number, folder: string): Promise<EncodedImage> {
  return inTurn(async () => {
    const file = await readFile(path);
    const { picture } = await opened(file);
    return kept(await read(webp(within(picture, longSide)), file), folder);
  });
}

/**
 * Like `encodeImage`, but creates several sizes, the largest of `longSides` first. The file is
 * decoded once, and each smaller size is scaled from a larger one. If a JPEG is damaged, the part
 * that can be decoded is used.
 */
export function encodeInSizes(
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
    const made: EncodedImage[] = [];
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
 * Returns the width and height of an image that is stored unchanged. Accepts only a WebP file that
 * contains nothing but pixel data, as this server creates it, and decodes the file to verify it.
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

/** `error` stops at the first damage; `none` skips data that cannot be decoded. */
type FailOn = 'error' | 'none';

/**
 * Returns the pixels, upright and at most `longSide` long. Of a damaged JPEG, returns the part that
 * can be decoded.
 */
async function pixelsIn(file: Buffer, longSide: number) {
  try {
    return await pixelsUntil('error', file, longSide);
  } catch (error) {
    const isDamaged = isRefusal<KitRefusal>(error, 'damaged-picture');
    // Only a damaged JPEG is decoded again: the decoders of other formats stop at damage, invent
    // pixels, or do not end.
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

/** True if nothing was decoded: the decoder leaves missing pixels grey or black. */
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
  const options = { limitInputPixels: MAX_PIXELS, failOn, sequentialRead: true } as const;
  return { picture: sharp(sound, options).autoOrient(), kind, exif: metadata.exif };
}

function within(picture: Sharp, longSide: number): Sharp {
  return picture
    .timeout({ seconds: MAX_SECONDS })
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true });
}

function webp(picture: Sharp) {
  return picture.webp(WEBP).toBuffer({ resolveWithObject: true });
}

async function kept(
  made: { data: Buffer; info: OutputInfo },
  folder: string,
): Promise<EncodedImage> {
  const { data, info } = made;
  const path = join(folder, randomUUID());
  await writeFile(path, data, { flag: 'wx', mode: 0o600 }).catch(async (error: unknown) => {
    // On a full disk the file is incomplete, so it is deleted.
    await rm(path, { force: true });
    throw error;
  });
  const sha256 = createHash('sha256').update(data).digest('hex');
  return { path, sha256, width: info.width, height: info.height, bytes: data.length };
}

function refuseTooManyPixels({ width, height, isProgressive }: Metadata): void {
  const most = isProgressive ? MAX_PIXELS_IN_PASSES : MAX_PIXELS;
  if (width * height <= most) return;
  throw platformRefusal(
    'too-many-pixels',
    `Please upload a picture of at most ${most / 1_000_000} megapixels; a smaller one looks as good.`,
  );
}

/**
 * Converts the errors of the decoder: a timeout means that the file is malicious, any other error
 * that the file is damaged.
 */
function read<T>(work: Promise<T>, file: Buffer): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof Error && /timeout/.test(error.message) ? notAPicture() : damaged(file);
  });
}

function damaged(file: Buffer): Refusal {
  const kind = kindOf(file);
  return kind !== undefined && endsEarly(file, kind)
    ? platformRefusal('damaged-picture', 'This picture is damaged: it ends too early.')
    : platformRefusal('damaged-picture');
}

function notAPicture(): Refusal {
  return platformRefusal('not-a-picture');
}
