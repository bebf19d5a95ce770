import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ownerOf } from '#features/sessions/web/queries.ts';
import { ApiError, refusedWith, sentenceOf } from '#platform/web/api.ts';
import { askBeforeLeaving } from '#platform/web/forms/use-warning-before-leaving.ts';
import { outcomeOfFailure, waitAfterTries } from '#platform/web/offline/outbox-rules.ts';
import { isSameOwner, type Owner } from '#platform/web/offline/owner.ts';
import { randomKey } from '#platform/web/random-key.ts';
import { toast } from '#platform/web/toasts.ts';
import { MAX_PHOTO_BYTES, TOO_LARGE } from '../../limits.ts';
import type { photoRefusals } from '../../refusals.ts';
import { captionPhoto, photosChanged } from '../queries.ts';
import { setHasUploads } from '../uploads-flag.ts';
import { CaptionStore } from './caption-store.ts';
import { FileGone, sendFromDevice } from './device-file.ts';
import { asReadable, Unreadable } from './heic.ts';
import { PhotoSender } from './photo-sender.ts';
import { type ShownCaption, UploadCaptions } from './upload-captions.ts';
import { endMessage } from './upload-messages.ts';
import {
  type Misfit,
  type QueueState,
  type SendOptions,
  sumOf,
  type Upload,
  UploadQueue,
} from './upload-queue.ts';
import { isOurs, UploadStore } from './upload-store.ts';

/** The photo was rejected before the upload, by a check on the device that the server makes too. */
class NotSent extends Error {}

/** Maximum attempts for a photo that makes the server fail. */
const MAX_FAILED_TRIES = 3;

export interface UploadsState extends QueueState {
  /** Files that were added while no album was open. */
  readonly withoutAlbum: readonly File[];
  /** Captions by upload key. */
  readonly captions: ReadonlyMap<string, ShownCaption>;
  /** True if the caption fields are open, on any tab. */
  readonly isCaptioning: boolean;
}

const NOTHING: UploadsState = {
  ...{ photos: [], isBroken: false, withoutAlbum: [] },
  ...{ captions: new Map(), isCaptioning: false },
};

/** The uploads of the page, independent of the open tab of the panel. */
export class PhotoUploads {
  readonly owner: Owner;
  readonly #store: UploadStore;
  readonly #queue: UploadQueue;
  readonly #watchers = new Set<() => void>();
  readonly #captionStore: CaptionStore;
  readonly #captions: UploadCaptions;
  readonly #sender: PhotoSender;
  /** Converted files by upload key. */
  readonly #readables = new Map<string, Promise<File>>();
  #state = NOTHING;
  #mayLeave: (() => void) | undefined;
  /** The last recorded value; see `#note`. */
  #areThere: boolean | undefined;

  constructor(client: QueryClient, owner: Owner) {
    this.owner = owner;
    this.#store = new UploadStore(owner);
    this.#captionStore = new CaptionStore(owner);
    const captions = new UploadCaptions({
      put: (photoId, caption) => captionPhoto(client, photoId, caption),
      refusalOf: captionRefusal,
      untilNextTry,
      keep: (key, kept) => this.#captionStore.keep(key, kept),
      forget: (key) => this.#captionStore.remove(key),
      onChange: () => this.#show({ captions: captions.shown() }),
    });
    this.#captions = captions;
    this.#sender = new PhotoSender(client);
    this.#queue = new UploadQueue({
      send: (upload, options) => sendFromDevice(upload.file, () => this.#send(upload, options)),
      verdictOn(error, upload, tries) {
        const verdict = verdictOn(error, upload, tries);
        const id = verdict === 'arrived' ? idOfKnown(error) : undefined;
        if (id !== undefined) captions.arrived(upload.key, id, undefined);
        return verdict;
      },
      untilNextTry,
      forget: (upload, became) => void this.#forget(upload, became),
      onChange: (state) => {
        captions.prune(new Set(state.photos.map(({ key }) => key)));
        this.#show({ ...state, captions: captions.shown() });
      },
      onEnd(photos, stopped) {
        void photosChanged(client);
        const { kind, title, text } = endMessage(photos, stopped);
        toast[kind](title, text);
      },
    });
    void this.#goOn();
  }

  /** Resumes the uploads of an earlier page that was closed or reloaded. */
  async #goOn(): Promise<void> {
    // Captions are read first, because the caption of an uploaded photo is written before its file
    // is deleted.
    const captions = await this.#captionStore.left();
    const left = await this.#store.left();
    const keys = new Set(left.map(({ key }) => key));
    for (const [key, kept] of captions) {
      if (keys.has(key) || (await isOurs(key))) this.#captions.restore(key, kept);
    }
    if (left.length > 0) this.#queue.add(left);
    else if (sumOf(this.#state.photos).total === 0) this.#show({});
  }

  async #send({ key, file, albumId }: Upload, options: SendOptions): Promise<void> {
    const readable = await this.#readable(key, file);
    if (readable.size > MAX_PHOTO_BYTES) throw new NotSent(TOO_LARGE);
    options.signal.throwIfAborted();
    const words = () => this.#captions.textOf(key);
    const sent = { key, file: readable, albumId };
    const { id, caption } = await this.#sender.send(sent, options, words);
    if (id !== undefined) this.#captions.arrived(key, id, caption);
  }

  /** Returns the file in a sendable format, cached for retries. */
  #readable(key: string, file: File): Promise<File> {
    const known = this.#readables.get(key) ?? asReadable(file);
    this.#readables.set(key, known);
    // If the decoder could not be loaded, the next attempt loads it again.
    known.catch(() => this.#readables.delete(key));
    return known;
  }

  /** The id of the uploaded photo is stored with its caption before the file is deleted. */
  async #forget(upload: Upload, became: 'arrived' | 'given up'): Promise<void> {
    this.#readables.delete(upload.key);
    this.#sender.forget(upload, became);
    this.#captions.giveUp(upload.key);
    await this.#captionStore.written(upload.key);
    this.#store.remove(upload);
  }

  add(file: File, albumId: string): void {
    const upload = { key: randomKey(), file, albumId, wasSent: false };
    this.#store.add(upload);
    this.#queue.add([upload]);
  }

  /** Keeps a file in memory until an album is selected. */
  keep(file: File): void {
    this.#show({ withoutAlbum: [...this.#state.withoutAlbum, file] });
  }

  /** Sends the kept files into the selected album. */
  addKept(albumId: string): void {
    const files = this.#state.withoutAlbum;
    this.forgetKept();
    for (const file of files) this.add(file, albumId);
  }

  readonly forgetKept = () => this.#show({ withoutAlbum: [] });

  readonly typeCaption = (key: string, text: string) => this.#captions.type(key, text);

  readonly leaveCaption = (key: string) => this.#captions.leave(key);

  readonly showCaptions = (isCaptioning: boolean) => this.#show({ isCaptioning });

  readonly stop = () => this.#queue.stop();

  readonly clear = () => this.#queue.clear();

  readonly watch = (tell: () => void) => {
    this.#watchers.add(tell);
    return () => this.#watchers.delete(tell);
  };

  readonly state = () => this.#state;

  /** Writes the flag only if it has changed, because this is called for every chunk. */
  #note(areThere: boolean): void {
    if (areThere === this.#areThere) return;
    this.#areThere = areThere;
    setHasUploads(areThere);
  }

  #show(changes: Partial<UploadsState>): void {
    const state = { ...this.#state, ...changes };
    this.#state = state;
    const { isOver, refused } = sumOf(state.photos);
    const isSaying = !this.#captions.isOver();
    this.#note(!isOver || refused.length > 0 || state.isCaptioning || isSaying);
    const isLost = !isOver || isSaying || state.withoutAlbum.length > 0;
    if (!isLost) this.#mayLeave?.();
    this.#mayLeave = isLost ? (this.#mayLeave ?? askBeforeLeaving()) : undefined;
    for (const tell of this.#watchers) tell();
  }
}

/** One instance for each page, independent of the tab in which photos were selected. */
let uploads: PhotoUploads | undefined;

function uploadsOf(client: QueryClient, owner: Owner): PhotoUploads {
  if (uploads === undefined || !isSameOwner(uploads.owner, owner)) {
    uploads?.stop();
    uploads = new PhotoUploads(client, owner);
  }
  return uploads;
}

export function usePhotoUploads(user: Parameters<typeof ownerOf>[0]) {
  const all = uploadsOf(useQueryClient(), ownerOf(user));
  return { all, ...useSyncExternalStore(all.watch, all.state) };
}

function verdictOn(error: unknown, upload: Upload, tries: number) {
  if (error instanceof NotSent || error instanceof FileGone) return { reason: error.message };
  if (error instanceof Unreadable) return { reason: error.message, misfit: 'no picture' as const };
  if (upload.wasSent && isRejected(error, 'photo-already-there')) return 'arrived';
  const outcome = startsAgain(error) ? 'failed' : outcomeOfFailure(error);
  const isTriedAgain = outcome === 'failed' ? tries < MAX_FAILED_TRIES : outcome !== 'refused';
  if (isTriedAgain) return 'again';
  const reason = sentenceOf(error, 'It did not reach the server. Please try again.');
  return { reason, misfit: misfitOf(error) };
}

/**
 * True if the server has lost the chunks or received wrong ones, so the upload must start again.
 */
function startsAgain(error: unknown): boolean {
  const codes = ['no-such-upload', 'wrong-offset', 'photo-damaged'] as const;
  return codes.some((code) => refusedWith<keyof typeof photoRefusals>(error, code));
}

/** True if the server rejected the photo for that reason. */
function isRejected(error: unknown, as: keyof typeof photoRefusals): boolean {
  return rejectedOf(error).some(({ code }) => code === as);
}

/** Returns the id of the existing equal photo, if any. */
function idOfKnown(error: unknown): string | undefined {
  return rejectedOf(error).find(({ id }) => id !== undefined)?.id;
}

function rejectedOf(error: unknown): { code?: string; id?: string }[] {
  if (!(error instanceof ApiError)) return [];
  // For a chunked upload the reason is the response itself.
  return Array.isArray(error.body.rejected) ? error.body.rejected : [error.body];
}

function captionRefusal(error: unknown): string | undefined {
  if (outcomeOfFailure(error) !== 'refused') return undefined;
  const reason = sentenceOf(error, 'The server did not take it.');
  toast.error('Failed to update photo description', reason);
  return reason;
}

function misfitOf(error: unknown): Misfit | undefined {
  if (isRejected(error, 'photo-already-there')) return 'known';
  return isRejected(error, 'unreadable-photo') ? 'no picture' : undefined;
}

/** Exponential backoff, which ends early when the browser reports that it is online. */
function untilNextTry(tries: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      removeEventListener('online', goOn);
      resolve();
    };
    const timer = setTimeout(goOn, waitAfterTries(tries));
    addEventListener('online', goOn);
  });
}
