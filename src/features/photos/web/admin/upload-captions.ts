export interface ShownCaption {
  readonly text: string;
  /** `waiting` for the upload or the server; `saved` when the server has it. */
  readonly state: 'typing' | 'waiting' | 'saved' | 'refused';
  /** Reason of the server for a rejection. */
  readonly reason?: string;
}

/** A caption stored on the device, with the photo's id after the upload. */
export interface StoredCaption {
  readonly caption: string;
  readonly photoId?: string | undefined;
}

interface CaptionParts {
  /** Sets the caption of an uploaded photo. */
  put(photoId: string, caption: string): Promise<void>;
  /** Returns the reason of a permanent rejection; undefined if a retry makes sense. */
  refusalOf(error: unknown): string | undefined;
  /** Resolves when the next attempt may start, after this number of failures in a row (backoff). */
  untilNextTry(tries: number): Promise<void>;
  keep(key: string, kept: StoredCaption): void;
  forget(key: string): void;
  onChange(): void;
}

interface Draft {
  readonly text: string;
  readonly isTyping: boolean;
  readonly photoId?: string | undefined;
  /** Caption on the server; undefined if unknown. */
  readonly saved?: string | undefined;
  readonly isOnItsWay: boolean;
  readonly reason?: string;
}

const EMPTY: Draft = { text: '', isTyping: false, isOnItsWay: false };

/**
 * Captions of uploading photos by upload key. A caption entered before its photo is sent goes with
 * it. Later changes are sent after the upload (write-behind), and stored until the server has them.
 */
export class UploadCaptions {
  readonly #parts: CaptionParts;
  readonly #drafts = new Map<string, Draft>();

  constructor(parts: CaptionParts) {
    this.#parts = parts;
  }

  /** Returns the caption so far, which is sent with the photo. */
  textOf(key: string): string {
    return this.#draft(key).text.trim();
  }

  /** Returns the displayed captions by upload key. */
  shown(): ReadonlyMap<string, ShownCaption> {
    return new Map([...this.#drafts].map(([key, draft]) => [key, shownAs(draft)]));
  }

  /** True if nothing is left to send. */
  isOver(): boolean {
    return [...this.#drafts.values()].every(
      (draft) => !draft.isTyping && (draft.photoId === undefined || isSaved(draft)),
    );
  }

  type(key: string, text: string): void {
    const { reason: _, ...draft } = this.#draft(key);
    this.#set(key, { ...draft, text, isTyping: true });
    this.#parts.keep(key, { caption: text, photoId: draft.photoId });
  }

  /** Called when the field loses the focus, which confirms its text. */
  leave(key: string): void {
    const draft = this.#drafts.get(key);
    if (!draft?.isTyping) return;
    this.#set(key, { ...draft, isTyping: false });
    void this.#deliver(key);
  }

  /** Called when the photo was uploaded with that caption; undefined if it is unknown. */
  arrived(key: string, photoId: string, saved: string | undefined): void {
    const known = this.#drafts.get(key);
    // If no caption was entered, the empty caption counts as saved, so that nothing is sent.
    const draft = { ...(known ?? EMPTY), photoId, saved: saved ?? (known ? undefined : '') };
    this.#set(key, draft);
    if (!isSaved(draft)) this.#parts.keep(key, { caption: draft.text, photoId });
    void this.#deliver(key);
  }

  /** Restores a caption of an earlier page, and sends it if the photo was uploaded. */
  restore(key: string, { caption, photoId }: StoredCaption): void {
    this.#set(key, { ...EMPTY, text: caption, photoId });
    void this.#deliver(key);
  }

  /**
   * Called when the photo will not be uploaded: its caption stays visible, but is not stored any
   * more.
   */
  giveUp(key: string): void {
    const draft = this.#drafts.get(key);
    if (draft === undefined || draft.photoId !== undefined) return;
    this.#set(key, { ...draft, isTyping: false });
    this.#parts.forget(key);
  }

  /** Removes the captions of photos that are not displayed any more. */
  prune(keys: ReadonlySet<string>): void {
    for (const [key, draft] of this.#drafts) {
      const isDone = draft.photoId === undefined || isSaved(draft);
      if (!keys.has(key) && isDone && !draft.isTyping) this.#drafts.delete(key);
    }
  }

  async #deliver(key: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const draft = this.#draft(key);
      const { photoId, isTyping, isOnItsWay } = draft;
      if (photoId === undefined || isTyping || isOnItsWay) return;
      if (isSaved(draft)) return this.#parts.forget(key);
      const caption = draft.text.trim();
      this.#set(key, { ...draft, isOnItsWay: true });
      try {
        await this.#parts.put(photoId, caption);
        this.#change(key, { saved: caption });
        tries = 0;
      } catch (error) {
        const reason = this.#parts.refusalOf(error);
        if (reason !== undefined) this.#change(key, { reason });
        else await this.#parts.untilNextTry(tries);
      }
      this.#change(key, { isOnItsWay: false });
    }
  }

  #draft(key: string): Draft {
    return this.#drafts.get(key) ?? EMPTY;
  }

  #change(key: string, changes: Partial<Draft>): void {
    this.#set(key, { ...this.#draft(key), ...changes });
  }

  #set(key: string, draft: Draft): void {
    this.#drafts.set(key, draft);
    this.#parts.onChange();
  }
}

/** True if the server has the caption or has rejected it. */
function isSaved({ text, saved, reason }: Draft): boolean {
  return reason !== undefined || text.trim() === saved;
}

function shownAs(draft: Draft): ShownCaption {
  const { text, reason, isTyping, photoId } = draft;
  if (reason !== undefined) return { text, state: 'refused', reason };
  if (isTyping) return { text, state: 'typing' };
  return { text, state: photoId !== undefined && isSaved(draft) ? 'saved' : 'waiting' };
}
