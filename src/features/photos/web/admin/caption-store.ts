import { CACHE_PREFIX } from '#platform/web/offline/cache-names.ts';
import { OutboxStore } from '#platform/web/offline/outbox-store.ts';
import type { Owner } from '#platform/web/offline/owner.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import type { StoredCaption } from './upload-captions.ts';

/** The prefix makes sure that the store is deleted when the session ends, as for the uploads. */
const NAME = `${CACHE_PREFIX}photo-captions`;

/**
 * Captions of uploading photos in IndexedDB. They are separate from the files, because a caption is
 * written at every key press and files are large. Of several pending writes only the last is done.
 */
export class CaptionStore {
  readonly #owner: Owner;
  readonly #store = new OutboxStore<StoredCaption>(NAME);
  readonly #numbers = new Map<string, number>();
  /** Next value to write; undefined deletes the caption. */
  readonly #wanted = new Map<string, StoredCaption | undefined>();
  readonly #writing = new Map<string, Promise<void>>();

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  keep(key: string, kept: StoredCaption): void {
    this.#want(key, kept);
  }

  remove(key: string): void {
    if (this.#numbers.has(key) || this.#writing.has(key)) this.#want(key, undefined);
  }

  /** Resolves when all changes of this caption are stored. */
  async written(key: string): Promise<void> {
    await this.#writing.get(key);
  }

  /** Returns the captions that earlier pages left, by upload key. */
  async left(): Promise<Map<string, StoredCaption>> {
    const left = new Map<string, StoredCaption>();
    for (const { key, number, caption, photoId } of await this.#store.of(this.#owner)) {
      if (this.#writing.has(key) || this.#numbers.has(key)) continue;
      left.set(key, { caption, photoId });
      this.#numbers.set(key, number);
    }
    return left;
  }

  #want(key: string, kept: StoredCaption | undefined): void {
    this.#wanted.set(key, kept);
    if (this.#writing.has(key)) return;
    const writing = this.#write(key)
      // After an error an outdated caption may stay and be sent again, which has no effect.
      .catch(() => undefined)
      .finally(() => this.#writing.delete(key));
    this.#writing.set(key, writing);
  }

  async #write(key: string): Promise<void> {
    while (this.#wanted.has(key)) {
      const kept = this.#wanted.get(key);
      this.#wanted.delete(key);
      const number = this.#numbers.get(key);
      if (kept === undefined) {
        this.#numbers.delete(key);
        if (number !== undefined) await this.#store.remove(number);
      } else if (number === undefined || !(await this.#store.say(number, kept))) {
        const entry = { ...this.#owner, key, pressedAt: serverNow(), wasSent: false, ...kept };
        this.#numbers.set(key, (await this.#store.add(entry)).number);
      }
    }
  }
}
