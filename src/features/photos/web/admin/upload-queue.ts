/** A photo to send, retained until it is uploaded. */
export interface Upload {
  readonly key: string;
  readonly file: File;
  readonly albumId: string;
  /** True if it was sent before and may already be stored. */
  readonly wasSent: boolean;
}

/** Displayed state of a photo in upload. */
export interface QueuedPhoto {
  readonly key: string;
  readonly name: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'done' | 'refused';
  /** Share sent or, for a chunked upload, stored by the server, from 0 to 1. */
  readonly share: number;
  readonly reason: string | undefined;
  /** Reason why the file is not to be uploaded; undefined if the upload itself failed. */
  readonly misfit?: Misfit | undefined;
}

/** `known` if an equal photo exists. */
export type Misfit = 'known' | 'no picture';

export interface QueueState {
  readonly photos: readonly QueuedPhoto[];
  /** True while the connection is broken; the queue retries automatically. */
  readonly isBroken: boolean;
}

/** Meaning of a failure: already stored, retry, or rejected with a reason. */
type Verdict = 'arrived' | 'again' | (Pick<QueuedPhoto, 'misfit'> & { readonly reason: string });

export interface SendOptions {
  /** Called with the sent share, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Called with the share that the server has stored, which is not sent again. */
  readonly onKept: (share: number) => void;
  readonly signal: AbortSignal;
}

interface QueueParts {
  /** Sends a photo; rejects with the error. */
  send(upload: Upload, options: SendOptions): Promise<void>;
  verdictOn(error: unknown, upload: Upload, tries: number): Verdict;
  /** Resolves when the next attempt may start, after this number of failures in a row (backoff). */
  untilNextTry(tries: number): Promise<void>;
  /** Called when a photo is uploaded or will never be, to release its data. */
  forget(upload: Upload, became: 'arrived' | 'given up'): void;
  onChange(state: QueueState): void;
  /** Called when no upload is left, with the results and the number of cancelled ones. */
  onEnd(photos: readonly QueuedPhoto[], stopped: number): void;
}

/** One photo is sent while the server generates the sizes of the other. */
const AT_ONCE = 2;

/**
 * Upload queue: sends two photos at a time in separate requests, so that a rejected one does not
 * affect the others. A photo that a broken connection interrupted is sent again first. Photos added
 * during uploads join them; photos added later start a new batch.
 */
export class UploadQueue {
  readonly #parts: QueueParts;
  #photos: QueuedPhoto[] = [];
  #waiting: Upload[] = [];
  readonly #sending = new Map<string, AbortController>();
  /** Failures in a row, of all photos and of each. */
  #triesInARow = 0;
  readonly #tries = new Map<string, number>();
  #isBroken = false;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  add(uploads: readonly Upload[]): void {
    if (!this.#isUnderWay()) this.#photos = [];
    for (const upload of uploads) {
      const { key, file } = upload;
      const { name } = file;
      this.#photos.push({ key, name, file, state: 'waiting', share: 0, reason: undefined });
      this.#waiting.push(upload);
    }
    this.#tell();
    this.#goOn();
  }

  stop(): void {
    if (!this.#isUnderWay()) return;
    const stopped = this.#photos.filter((photo) => !isOver(photo)).length;
    for (const upload of this.#waiting) this.#parts.forget(upload, 'given up');
    this.#waiting = [];
    for (const ending of this.#sending.values()) ending.abort();
    this.#sending.clear();
    this.#photos = this.#photos.filter(isOver);
    this.#isBroken = false;
    this.#end(stopped);
  }

  clear(): void {
    if (this.#isUnderWay()) return;
    this.#photos = [];
    this.#tell();
  }

  #isUnderWay(): boolean {
    return this.#waiting.length + this.#sending.size > 0;
  }

  #goOn(): void {
    while (!this.#isBroken && this.#sending.size < AT_ONCE) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      void this.#send(next);
    }
  }

  async #send(upload: Upload): Promise<void> {
    const { key } = upload;
    const ending = new AbortController();
    const { signal } = ending;
    this.#sending.set(key, ending);
    this.#change(key, { state: 'sending' });
    let verdict: Verdict = 'arrived';
    try {
      const onProgress = (share: number) => {
        if (!signal.aborted) this.#change(key, { share });
      };
      const onKept = (share: number) => {
        if (share > this.#shareOf(key)) this.#haveGoneOn(key);
        onProgress(share);
      };
      await this.#parts.send(upload, { onProgress, onKept, signal });
    } catch (error) {
      const tries = (this.#tries.get(key) ?? 0) + 1;
      this.#tries.set(key, tries);
      verdict = this.#parts.verdictOn(error, upload, tries);
    }
    if (signal.aborted) return this.#parts.forget(upload, 'given up');
    this.#sending.delete(key);
    if (verdict === 'again') this.#sendAgain(upload);
    else this.#settle(upload, verdict);
  }

  #haveGoneOn(key: string): void {
    this.#tries.delete(key);
    this.#triesInARow = 0;
  }

  #shareOf(key: string): number {
    return this.#photos.find((photo) => photo.key === key)?.share ?? 0;
  }

  #sendAgain(upload: Upload): void {
    this.#waiting.unshift({ ...upload, wasSent: true });
    this.#change(upload.key, { state: 'waiting' });
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#triesInARow += 1;
    this.#tell();
    void this.#parts.untilNextTry(this.#triesInARow).then(() => {
      this.#isBroken = false;
      this.#tell();
      this.#goOn();
    });
  }

  #settle(upload: Upload, verdict: Exclude<Verdict, 'again'>): void {
    this.#parts.forget(upload, verdict === 'arrived' ? 'arrived' : 'given up');
    this.#haveGoneOn(upload.key);
    this.#change(
      upload.key,
      verdict === 'arrived' ? { state: 'done', share: 1 } : { state: 'refused', ...verdict },
    );
    this.#goOn();
    if (!this.#isUnderWay()) this.#end(0);
  }

  #end(stopped: number): void {
    this.#tries.clear();
    this.#tell();
    this.#parts.onEnd([...this.#photos], stopped);
  }

  #change(key: string, changes: Partial<QueuedPhoto>): void {
    this.#photos = this.#photos.map((photo) =>
      photo.key === key ? { ...photo, ...changes } : photo,
    );
    this.#tell();
  }

  #tell(): void {
    this.#parts.onChange({ photos: [...this.#photos], isBroken: this.#isBroken });
  }
}

/** True if the photo is uploaded or rejected. */
function isOver({ state }: QueuedPhoto): boolean {
  return state === 'done' || state === 'refused';
}

export interface QueueSum {
  /** Number of the current photo, starting at 1. */
  readonly place: number;
  readonly total: number;
  /** The uploaded share of all photos, from 0 to 1. */
  readonly share: number;
  readonly isOver: boolean;
  readonly refused: readonly QueuedPhoto[];
}

export function sumOf(photos: readonly QueuedPhoto[]): QueueSum {
  const over = photos.filter(isOver).length;
  const total = photos.length;
  const sent = photos.reduce((sum, photo) => sum + (isOver(photo) ? 1 : photo.share), 0);
  return {
    place: Math.min(over + 1, total),
    total,
    share: total === 0 ? 0 : sent / total,
    isOver: over === total,
    refused: photos.filter(({ state }) => state === 'refused'),
  };
}

export function takenOf(photos: readonly QueuedPhoto[]): number {
  return photos.filter(({ state }) => state === 'done').length;
}
