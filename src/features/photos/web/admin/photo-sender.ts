import type { QueryClient } from '@tanstack/react-query';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { abortAfter } from '#platform/web/abort-after.ts';
import { callersOf, refusedWith } from '#platform/web/api.ts';
import { uploaderOf } from '#platform/web/upload.ts';
import type { Photo, PhotoCalls } from '../../contract.ts';
import { MAX_CHUNK_BYTES } from '../../domain/chunks.ts';
import type { photoRefusals } from '../../refusals.ts';
import type { PhotoUploadCalls } from '../../upload-contract.ts';
import { photosOf } from '../queries.ts';
import { PieceSize, sendInPieces } from './send-in-pieces.ts';
import { sha256Of } from './sha256.ts';
import type { SendOptions, Upload } from './upload-queue.ts';

const putPhoto = uploaderOf<PhotoCalls['upload']>(
  'POST /api/photo-albums/{albumId}/photos',
  'photos',
  'caption',
);

const calls = callersOf<PhotoUploadCalls>()({
  begin: 'POST /api/photo-albums/{albumId}/uploads',
  finish: 'POST /api/photo-uploads/{key}/photo',
  stop: 'DELETE /api/photo-uploads/{key}',
});

const putPiece = uploaderOf<PhotoUploadCalls['addPiece']>(
  'PUT /api/photo-uploads/{key}/piece?start={start}',
  'piece',
);

/** Timeout of a request; the server needs time when it generates sizes of many photos. */
const MAX_SILENCE = 2 * MINUTE_MS;

/** Known properties of an uploaded photo. */
interface Arrived {
  readonly id: string | undefined;
  readonly caption: string | undefined;
}

/** The file in the sent format, converted from the selected one. */
export type Sent = Pick<Upload, 'key' | 'file' | 'albumId'>;

/** Sends small photos in one request, larger ones in chunks, which survive a broken connection. */
export class PhotoSender {
  readonly #client: QueryClient;
  readonly #size = new PieceSize();
  /** Cached so that a retry does not read the file again. */
  readonly #hashes = new WeakMap<File, Promise<string>>();
  /** Keys of uploads of which the server may have chunks. */
  readonly #begun = new Set<string>();
  /** Cancel requests are sent one after the other, to limit their number. */
  #saying = Promise.resolve();

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** `words` is called as late as possible, so that the latest caption is sent. */
  async send(photo: Sent, options: SendOptions, words: () => string): Promise<Arrived> {
    if (photo.file.size <= MAX_CHUNK_BYTES) return this.#sendWhole(photo, options, words);
    try {
      return await this.#sendInPieces(photo, options, words);
    } catch (error) {
      // The server accepts no more unfinished uploads, so the photo is sent in one request.
      if (!refusedWith<keyof typeof photoRefusals>(error, 'uploads-full')) throw error;
      return this.#sendWhole(photo, options, words);
    }
  }

  /** Releases the data of a finished upload, and cancels an unfinished one on the server. */
  forget({ key, file, wasSent }: Upload, became: 'arrived' | 'given up'): void {
    const wasBegun = this.#begun.delete(key) || (wasSent && file.size > MAX_CHUNK_BYTES);
    if (became === 'arrived' || !wasBegun) return;
    // If the request fails, the server deletes the chunks a day later.
    const say = () => calls.stop({ params: { key } }).catch(() => undefined);
    this.#saying = this.#saying.then(say);
  }

  async #sendWhole(
    { file, albumId }: Sent,
    { onProgress, signal }: SendOptions,
    words: () => string,
  ): Promise<Arrived> {
    const caption = words();
    const options = {
      ...{ params: { albumId }, words: caption, onProgress, signal },
      longestSilence: MAX_SILENCE,
    };
    try {
      const { photos } = await putPhoto(file, options);
      for (const photo of photos) this.#show(photo);
      return { id: photos[0]?.id, caption };
    } catch (error) {
      // The server has stored nothing.
      onProgress(0);
      throw error;
    }
  }

  async #sendInPieces(
    { key, file, albumId }: Sent,
    { onKept, signal }: SendOptions,
    words: () => string,
  ): Promise<Arrived> {
    const sha256 = await this.#hashOf(file);
    const params = { key };
    const photo = await sendInPieces(
      file,
      {
        begin: async () => {
          this.#begun.add(key);
          const { name, size: bytes } = file;
          const body = { key, name, bytes, sha256 };
          return (await calls.begin({ params: { albumId }, body, signal: limited(signal) })).offset;
        },
        async put(start, piece) {
          const ignored = () => undefined;
          const of = { key, start: String(start) };
          const options = { params: of, onProgress: ignored, signal };
          return (await putPiece(piece, { ...options, longestSilence: MAX_SILENCE })).offset;
        },
        async finish() {
          const body = { caption: words() };
          return (await calls.finish({ params, body, signal: limited(signal) })).photo;
        },
      },
      { size: this.#size, onKept },
    );
    // Null means that the photo was deleted after its upload.
    if (photo === null) return { id: undefined, caption: undefined };
    this.#show(photo);
    return photo;
  }

  /** Appends an uploaded photo to the cached list of its album. */
  #show(photo: Photo): void {
    this.#client.setQueryData<Photo[]>(photosOf(photo.albumId), (known) =>
      known?.some(({ id }) => id === photo.id) ? known : known && [...known, photo],
    );
  }

  #hashOf(file: File): Promise<string> {
    const known = this.#hashes.get(file) ?? sha256Of(file);
    this.#hashes.set(file, known);
    return known;
  }
}

/** Adds a timeout for a dead connection, if the browser supports `AbortSignal.any`. */
function limited(signal: AbortSignal): AbortSignal {
  if (!('any' in AbortSignal)) return signal;
  return AbortSignal.any([signal, abortAfter(MAX_SILENCE)]);
}
