/** The caption of a photo on its way, as it is shown. */
export interface ShownCaption {
  readonly text: string;
  /** `waiting` for its photo or for the server; `saved` is what the server has. */
  readonly state: 'typing' | 'waiting' | 'saved' | 'refused';
  /** Why the server did not take it. */
  readonly reason?: string;
}

/** A caption as it is kept on the device; with the photo's id when that has arrived. */
export interface KeptCaption {
  readonly caption: string;
  readonly photoId?: string | undefined;
}

interface CaptionParts {
  /** Gives a photo that has arrived its caption. */
  put(photoId: string, caption: string): Promise<void>;
  /** Why the server will never take it; undefined where it is worth another try. */
  refusalOf(error: unknown): string | undefined;
  /** Resolves when it is worth another try, after so many in a row that failed (backoff). */
  untilNextTry(tries: number): Promise<void>;
  keep(key: string, kept: KeptCaption): void;
  forget(key: string): void;
  onChange(): void;
}

interface Draft {
  readonly text: string;
  readonly isTyping: boolean;
  readonly photoId?: string | undefined;
  /** What the server has; undefined when nobody knows. */
  readonly saved?: string | undefined;
  readonly isOnItsWay: boolean;
  readonly reason?: string;
}

const EMPTY: Draft = { text: '', isTyping: false, isOnItsWay: false };

/**
 * The captions of photos on their way, by the keys of their uploads. One that stands when its photo
 * is sent goes with it; what is typed or changed later follows when the photo has arrived (write
 * behind), and is kept until the server has it.
 */
export class UploadCaptions {
  readonly #parts: CaptionParts;
  readonly #drafts = new Map<string, Draft>();

  constructor(parts: CaptionParts) {
    this.#parts = parts;
  }

  /** What is sent with the photo: what is typed so far. */
  textOf(key: string): string {
    return this.#draft(key).text.trim();
  }

  /** As they are shown, by the keys of their uploads. */
  shown(): ReadonlyMap<string, ShownCaption> {
    return new Map([...this.#drafts].map(([key, draft]) => [key, shownAs(draft)]));
  }

  /** Whether the server has all of it that it will ever have. */
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

  /** The field is left: what stands in it is meant. */
  leave(key: string): void {
    const draft = this.#drafts.get(key);
    if (!draft?.isTyping) return;
    this.#set(key, { ...draft, isTyping: false });
    void this.#deliver(key);
  }

  /** The photo is there, with that caption; nobody knows which when that is undefined. */
  arrived(key: string, photoId: string, saved: string | undefined): void {
    const known = this.#drafts.get(key);
    // Where nothing was ever typed, nothing is to be changed.
    const draft = { ...(known ?? EMPTY), photoId, saved: saved ?? (known ? undefined : '') };
    this.#set(key, draft);
    if (!isSaved(draft)) this.#parts.keep(key, { caption: draft.text, photoId });
    void this.#deliver(key);
  }

  /** What an earlier page left; of a photo that has arrived it is delivered. */
  restore(key: string, { caption, photoId }: KeptCaption): void {
    this.#set(key, { ...EMPTY, text: caption, photoId });
    void this.#deliver(key);
  }

  /** The photo will never arrive: what was typed is shown as long as it is, and kept no longer. */
  giveUp(key: string): void {
    const draft = this.#drafts.get(key);
    if (draft === undefined || draft.photoId !== undefined) return;
    this.#set(key, { ...draft, isTyping: false });
    this.#parts.forget(key);
  }

  /** Forgets those of photos that are not shown any more. */
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

/** It is as the server has it, or as it will never have it. */
function isSaved({ text, saved, reason }: Draft): boolean {
  return reason !== undefined || text.trim() === saved;
}

function shownAs(draft: Draft): ShownCaption {
  const { text, reason, isTyping, photoId } = draft;
  if (reason !== undefined) return { text, state: 'refused', reason };
  if (isTyping) return { text, state: 'typing' };
  return { text, state: photoId !== undefined && isSaved(draft) ? 'saved' : 'waiting' };
}
