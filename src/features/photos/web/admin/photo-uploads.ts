import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ownerOf } from '#features/sessions/web/queries.ts';
import { ApiError, refusedWith, sentenceOf } from '#kit/web/api.ts';
import { askBeforeLeaving } from '#kit/web/forms/use-warning-before-leaving.ts';
import { outcomeOfFailure, waitAfterTries } from '#kit/web/offline/outbox-rules.ts';
import { isSameOwner, type Owner } from '#kit/web/offline/owner.ts';
import { randomKey } from '#kit/web/random-key.ts';
import { toast } from '#kit/web/toasts.ts';
import { MOST_PHOTO_BYTES, TOO_LARGE } from '../../limits.ts';
import type { photoRefusals } from '../../refusals.ts';
import { captionPhoto, photosChanged } from '../queries.ts';
import { noteUploads } from '../uploads-flag.ts';
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

/** What the server would say too, said before anything is sent. */
class NotSent extends Error {}

/** A server that fails at one photo so often fails at it again. */
const MOST_TRIES_THAT_FAIL = 3;

export interface UploadsState extends QueueState {
  /** Chosen or dropped while no album was open. */
  readonly withoutAlbum: readonly File[];
  /** By the keys of the photos. */
  readonly captions: ReadonlyMap<string, ShownCaption>;
  /** The fields for captions are open, on whatever tab. */
  readonly isCaptioning: boolean;
}

const NOTHING: UploadsState = {
  ...{ photos: [], isBroken: false, withoutAlbum: [] },
  ...{ captions: new Map(), isCaptioning: false },
};

/** The photos on their way, whatever tab of the panel is open. */
export class PhotoUploads {
  readonly owner: Owner;
  readonly #store: UploadStore;
  readonly #queue: UploadQueue;
  readonly #watchers = new Set<() => void>();
  readonly #captionStore: CaptionStore;
  readonly #captions: UploadCaptions;
  readonly #sender: PhotoSender;
  /** By the keys of the photos that are on the line, or were. */
  readonly #readables = new Map<string, Promise<File>>();
  #state = NOTHING;
  #mayLeave: (() => void) | undefined;
  /** Whether there is something to show, as it was noted last. */
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

  /** What an earlier page, closed or loaded anew, left to send. */
  async #goOn(): Promise<void> {
    // Read first: what it tells of a photo that has just arrived is written before its file goes.
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
    if (readable.size > MOST_PHOTO_BYTES) throw new NotSent(TOO_LARGE);
    options.signal.throwIfAborted();
    const words = () => this.#captions.textOf(key);
    const sent = { key, file: readable, albumId };
    const { id, caption } = await this.#sender.send(sent, options, words);
    if (id !== undefined) this.#captions.arrived(key, id, caption);
  }

  /** What is sent of a file; a retry does not make it again. */
  #readable(key: string, file: File): Promise<File> {
    const known = this.#readables.get(key) ?? asReadable(file);
    this.#readables.set(key, known);
    // A decoder that could not be loaded is loaded at the next try.
    known.catch(() => this.#readables.delete(key));
    return known;
  }

  /** Of a photo that has arrived the device knows which it is before it forgets the file. */
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

  /** Keeps a photo until an album is chosen for it, as long as the page lives. */
  keep(file: File): void {
    this.#show({ withoutAlbum: [...this.#state.withoutAlbum, file] });
  }

  /** Sends what was kept, into an album that is chosen now. */
  addKept(albumId: string): void {
    const files = this.#state.withoutAlbum;
    this.forgetKept();
    for (const file of files) this.add(file, albumId);
  }

  readonly forgetKept = () => this.#show({ withoutAlbum: [] });

  readonly typeCaption = (key: string, text: string) => this.#captions.type(key, text);

  readonly leaveCaption = (key: string) => this.#captions.leave(key);

  readonly showCaptions = (isCaptioning: boolean) => this.#show({ isCaptioning });

  /** Gives up what has not arrived. */
  readonly stop = () => this.#queue.stop();

  /** Forgets what was refused. */
  readonly clear = () => this.#queue.clear();

  readonly watch = (tell: () => void) => {
    this.#watchers.add(tell);
    return () => this.#watchers.delete(tell);
  };

  readonly state = () => this.#state;

  /** Written down when it changes, and not with every piece that is sent. */
  #note(areThere: boolean): void {
    if (areThere === this.#areThere) return;
    this.#areThere = areThere;
    noteUploads(areThere);
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

/** One in a page: it outlives the tab of the panel in which photos were chosen. */
let uploads: PhotoUploads | undefined;

function uploadsOf(client: QueryClient, owner: Owner): PhotoUploads {
  if (uploads === undefined || !isSameOwner(uploads.owner, owner)) {
    uploads?.stop();
    uploads = new PhotoUploads(client, owner);
  }
  return uploads;
}

/** The photos that this person has on their way, and the way to send more. */
export function usePhotoUploads(user: Parameters<typeof ownerOf>[0]) {
  const all = uploadsOf(useQueryClient(), ownerOf(user));
  return { all, ...useSyncExternalStore(all.watch, all.state) };
}

function verdictOn(error: unknown, upload: Upload, tries: number) {
  if (error instanceof NotSent || error instanceof FileGone) return { reason: error.message };
  if (error instanceof Unreadable) return { reason: error.message, misfit: 'no picture' as const };
  if (upload.wasSent && isRejected(error, 'photo-already-there')) return 'arrived';
  const outcome = startsAgain(error) ? 'failed' : outcomeOfFailure(error);
  const isTriedAgain = outcome === 'failed' ? tries < MOST_TRIES_THAT_FAIL : outcome !== 'refused';
  if (isTriedAgain) return 'again';
  const reason = sentenceOf(error, 'It did not reach the server. Please try again.');
  return { reason, misfit: misfitOf(error) };
}

/** What the server has of it is gone, or not what was sent: it begins anew. */
function startsAgain(error: unknown): boolean {
  const codes = ['no-such-upload', 'wrong-offset', 'photo-damaged'] as const;
  return codes.some((code) => refusedWith<keyof typeof photoRefusals>(error, code));
}

/** One that is sent alone is named with its own reason. */
function isRejected(error: unknown, as: keyof typeof photoRefusals): boolean {
  return rejectedOf(error).some(({ code }) => code === as);
}

/** Which photo of the albums it is, where it is there already. */
function idOfKnown(error: unknown): string | undefined {
  return rejectedOf(error).find(({ id }) => id !== undefined)?.id;
}

function rejectedOf(error: unknown): { code?: string; id?: string }[] {
  if (!(error instanceof ApiError)) return [];
  // Of one that comes in pieces it is the whole answer.
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

/** Exponential backoff, cut short when the browser says that the connection is back. */
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
