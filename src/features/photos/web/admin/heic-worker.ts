import makeDecoder from 'libheif-js/libheif-wasm/libheif.js';
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';
import { notesAnywhere, withTakenAt } from '../../domain/heif.ts';
import { takenAtIn } from '../../domain/taken-at.ts';
import type { Converted } from './heic.ts';

/** Maximum of the server; larger pictures would also exceed the memory of a phone. */
const MAX_PIXELS = 50_000_000;

/**
 * JPEG quality from 0 to 1. At this value no difference is visible, and 12 megapixels need 4 MB.
 */
const QUALITY = 0.9;

/** A worker converts one file, so that its memory is released when it ends. */
addEventListener('message', async ({ data }: MessageEvent<File>) => {
  postMessage(await convert(data).catch((): Converted => ({ problem: 'unreadable' })));
});

async function convert(file: File): Promise<Converted> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const canvas = (await asBrowserSees(file)) ?? (await decoded(bytes));
  if (typeof canvas === 'string') return { problem: canvas };
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  const takenAt = takenAtIn(notesAnywhere(bytes));
  if (takenAt === null) return { jpeg };
  const noted = withTakenAt(new Uint8Array(await jpeg.arrayBuffer()), takenAt);
  return { jpeg: new Blob([noted], { type: jpeg.type }) };
}

/** Uses the decoder of the browser, which also applies the rotation; undefined if it has none. */
async function asBrowserSees(file: File): Promise<OffscreenCanvas | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas;
}

async function decoded(bytes: Uint8Array): Promise<OffscreenCanvas | 'not loaded' | 'too large'> {
  const wasmBinary = await fetch(wasmUrl)
    .then((answer) => (answer.ok ? answer.arrayBuffer() : undefined))
    .catch(() => undefined);
  if (wasmBinary === undefined) return 'not loaded';
  const { HeifDecoder } = makeDecoder({ wasmBinary });
  const images = new HeifDecoder().decode(bytes);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (image === undefined) throw new Error('no picture is in it');
  const width = image.get_width();
  const height = image.get_height();
  if (width * height > MAX_PIXELS) return 'too large';
  const canvas = new OffscreenCanvas(width, height);
  const pixels = new ImageData(width, height);
  await new Promise<void>((resolve, reject) => {
    image.display(pixels, (shown) => (shown ? resolve() : reject(new Error('it is broken'))));
  });
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return canvas;
}
