import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ownerOf } from '#features/sessions/web/queries.ts';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { askBeforeLeaving } from '#kit/web/forms/use-warning-before-leaving.ts';
import { outcomeOfFailure, waitAfterTries } from '#kit/web/offline/outbox-rules.ts';
import { isSameOwner, type Owner } from '#kit/web/offline/owner.ts';
import { randomKey } from '#kit/web/random-key.ts';
import { toast } from '#kit/web/toasts.tsx';
import { MOST_PHOTO_BYTES, TOO_LARGE } from '../../limits.ts';
import { photosChanged, sendPhoto } from '../queries.ts';
import { noteUploads } from '../uploads-flag.ts';
import { type QueueState, sumOf, type Upload, UploadQueue } from './upload-queue.ts';
import { UploadStore } from './upload-store.ts';

/** What the server would say too, said before anything is sent. */
class NotSent extends Error {}

/** A server that fails at one photo so often fails at it again. */
const MOST_TRIES_THAT_FAIL = 3;

/** The photos on their way, whatever tab of the panel is open. */
export class PhotoUploads {
  readonly owner: Owner;
  readonly #store: UploadStore;
  readonly #queue: UploadQueue;
  readonly #watchers = new Set<() => void>();
  #state: QueueState = { photos: [], isBroken: false };
  #mayLeave: (() => void) | undefined;
  /** Whether there is something to show, as it was noted last. */
  #areThere: boolean | undefined;

  constructor(client: QueryClient, owner: Owner) {
    this.owner = owner;
    this.#store = new UploadStore(owner);
    this.#queue = new UploadQueue({
      async send({ file, albumId }, options) {
        if (file.size > MOST_PHOTO_BYTES) throw new NotSent(TOO_LARGE);
        await sendPhoto(client, file, albumId, options);
      },
      verdictOn,
      untilNextTry,
      forget: (upload) => this.#store.remove(upload),
      onChange: (state) => this.#show(state),
      onEnd(taken, stopped) {
        void photosChanged(client);
        sayTheEnd(taken, stopped);
      },
    });
    // What an earlier page, closed or loaded anew, left to send.
    void this.#store.left().then((left) => {
      if (left.length > 0) this.#queue.add(left);
      else if (sumOf(this.#state.photos).total === 0) this.#note(false);
    });
  }

  add(file: File, albumId: string): void {
    const upload = { key: randomKey(), file, albumId, wasSent: false };
    this.#store.add(upload);
    this.#queue.add([upload]);
  }

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

  #show(state: QueueState): void {
    this.#state = state;
    const { isOver, refused } = sumOf(state.photos);
    this.#note(!isOver || refused.length > 0);
    if (isOver) this.#mayLeave?.();
    this.#mayLeave = isOver ? undefined : (this.#mayLeave ?? askBeforeLeaving());
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
  if (error instanceof NotSent) return { reason: error.message };
  if (upload.wasSent && isThereAlready(error)) return 'arrived';
  const outcome = outcomeOfFailure(error);
  const isTriedAgain = outcome === 'failed' ? tries < MOST_TRIES_THAT_FAIL : outcome !== 'refused';
  if (isTriedAgain) return 'again';
  return { reason: sentenceOf(error, 'It did not reach the server. Please try again.') };
}

/** One that is sent alone is named with its own reason. */
function isThereAlready(error: unknown): boolean {
  if (!(error instanceof ApiError) || !Array.isArray(error.body.rejected)) return false;
  return error.body.rejected.some(({ code }) => code === 'photo-already-there');
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

function sayTheEnd(taken: number, stopped: number): void {
  const went = `${taken} ${taken === 1 ? 'photo' : 'photos'} uploaded`;
  if (stopped > 0) toast.info('Upload stopped', `${went}, ${stopped} not sent.`);
  else if (taken === 0) toast.error('Upload Failed', 'Failed to upload photos');
  else toast.success('Success', went);
}
