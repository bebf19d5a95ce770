import { MINUTE_MS } from '#platform/shared/durations.ts';
import { HEAD_BYTES, heifAdvice, heifKind } from '../../domain/heif.ts';

export type Converted =
  | { readonly jpeg: Blob; readonly problem?: undefined }
  | { readonly problem: 'unreadable' | 'too large' | 'not loaded' };

/** A photo that cannot be read; the message is for the person. */
export class Unreadable extends Error {}

const MAX_DURATION_MS = MINUTE_MS;

/** The previous conversion. They run one after the other to limit memory. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Returns a photo in a format that the server reads: converts HEIC, which iPhones use, to an
 * upright JPEG with the time it was taken. Rejects with `Unreadable`, or if the decoder could not
 * be loaded.
 */
export async function asReadable(file: File): Promise<File> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const kind = heifKind(head);
  if (kind === undefined) return file;
  const converted = before.then(() => inWorker(file));
  before = converted.catch(() => undefined);
  const { jpeg, problem } = { jpeg: undefined, ...(await converted) };
  if (jpeg !== undefined) {
    return new File([jpeg], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: jpeg.type });
  }
  if (problem === undefined || problem === 'not loaded') throw new TypeError('Not loaded.');
  throw new Unreadable(
    problem === 'too large'
      ? 'This photo has more than 50 megapixels.'
      : `This ${kind} photo could not be read. ${heifAdvice(kind)}`,
  );
}

function inWorker(file: File): Promise<Converted> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Converted>((resolve) => {
    const timer = setTimeout(() => resolve({ problem: 'unreadable' }), MAX_DURATION_MS);
    worker.onerror = () => resolve({ problem: 'not loaded' });
    worker.onmessage = ({ data }: MessageEvent<Converted>) => resolve(data);
    worker.postMessage(file);
    worker.addEventListener('message', () => clearTimeout(timer));
  }).finally(() => worker.terminate());
}
