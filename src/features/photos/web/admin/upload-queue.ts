/** A photo to send, as it is kept until it has arrived. */
export interface Upload {
  readonly key: string;
  readonly file: File;
  readonly albumId: string;
  /** It may have arrived already, although no answer came. */
  readonly wasSent: boolean;
}

/** A photo on its way into an album, as it is shown. */
export interface QueuedPhoto {
  readonly key: string;
  readonly name: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'done' | 'refused';
  /** How much of it is sent, or safe at the server where it comes in pieces, from 0 to 1. */
  readonly share: number;
  /** Why it was not taken. */
  readonly reason: string | undefined;
  /** Why it was not one to send; undefined when it was, and the sending failed. */
  readonly misfit?: Misfit | undefined;
}

/** It is in an album already, or it is no picture. */
export type Misfit = 'known' | 'no picture';

/** What the photos on their way are like together. */
export interface QueueState {
  readonly photos: readonly QueuedPhoto[];
  /** The line is broken: it goes on by itself, after a while. */
  readonly isBroken: boolean;
}

/** What a failed try means: it arrived before, it is tried again, or never, for that reason. */
type Verdict = 'arrived' | 'again' | (Pick<QueuedPhoto, 'misfit'> & { readonly reason: string });

export interface SendOptions {
  /** How much of it is on its way, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** How much of it the server has: that is not to be sent again. */
  readonly onKept: (share: number) => void;
  readonly signal: AbortSignal;
}

interface QueueParts {
  /** Sends one; rejects with what went wrong. */
  send(upload: Upload, options: SendOptions): Promise<void>;
  verdictOn(error: unknown, upload: Upload, tries: number): Verdict;
  /** Resolves when it is worth another try, after so many in a row that failed (backoff). */
  untilNextTry(tries: number): Promise<void>;
  /** It has arrived, or never will: nothing is kept of it. */
  forget(upload: Upload, became: 'arrived' | 'given up'): void;
  /** Hears of every change. */
  onChange(state: QueueState): void;
  /** Hears when nothing is on its way any more: what became of them, and how many were given up. */
  onEnd(photos: readonly QueuedPhoto[], stopped: number): void;
}

/** One is on the line while the server makes the sizes of the other. */
const AT_ONCE = 2;

/**
 * An upload queue: sends photos two at a time, each by itself, so that one that is refused stops no
 * other. One that a broken line stopped is the next again. What comes while some are on their way
 * joins them; what comes later begins anew.
 */
export class UploadQueue {
  readonly #parts: QueueParts;
  #photos: QueuedPhoto[] = [];
  #waiting: Upload[] = [];
  readonly #sending = new Map<string, AbortController>();
  /** Failed tries in a row, of all of them and of each. */
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

  /** Gives up what has not arrived yet. */
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

  /** Forgets what is over. */
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

  /** Something has gone through: the next failure is the first again. */
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

/** It has arrived, or never will. */
function isOver({ state }: QueuedPhoto): boolean {
  return state === 'done' || state === 'refused';
}

export interface QueueSum {
  /** Counts from 1: the one that is being sent. */
  readonly place: number;
  readonly total: number;
  /** Of everything, from 0 to 1. */
  readonly share: number;
  readonly isOver: boolean;
  readonly refused: readonly QueuedPhoto[];
}

/** How far all of them are together. */
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

/** How many of them went in. */
export function takenOf(photos: readonly QueuedPhoto[]): number {
  return photos.filter(({ state }) => state === 'done').length;
}
