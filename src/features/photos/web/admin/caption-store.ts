import { CACHE_PREFIX } from '#kit/web/offline/cache-names.ts';
import { OutboxStore } from '#kit/web/offline/outbox-store.ts';
import type { Owner } from '#kit/web/offline/owner.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import type { KeptCaption } from './upload-captions.ts';

/** Ends with the session, as the photos on their way do. */
const NAME = `${CACHE_PREFIX}photo-captions`;

/**
 * The captions of photos on their way, on the disk (IndexedDB), apart from the files: those are
 * large, and a caption is written with every key that is pressed. Of several writes the last counts.
 */
export class CaptionStore {
  readonly #owner: Owner;
  readonly #store = new OutboxStore<KeptCaption>(NAME);
  readonly #numbers = new Map<string, number>();
  /** What is to be written next; undefined: it is to go. */
  readonly #wanted = new Map<string, KeptCaption | undefined>();
  readonly #writing = new Map<string, Promise<void>>();

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  keep(key: string, kept: KeptCaption): void {
    this.#want(key, kept);
  }

  remove(key: string): void {
    if (this.#numbers.has(key) || this.#writing.has(key)) this.#want(key, undefined);
  }

  /** Resolves when everything that was said of it is on the disk. */
  async written(key: string): Promise<void> {
    await this.#writing.get(key);
  }

  /** What earlier pages left, by the keys of the uploads. */
  async left(): Promise<Map<string, KeptCaption>> {
    const left = new Map<string, KeptCaption>();
    for (const { key, number, caption, photoId } of await this.#store.of(this.#owner)) {
      if (this.#writing.has(key) || this.#numbers.has(key)) continue;
      left.set(key, { caption, photoId });
      this.#numbers.set(key, number);
    }
    return left;
  }

  #want(key: string, kept: KeptCaption | undefined): void {
    this.#wanted.set(key, kept);
    if (this.#writing.has(key)) return;
    const writing = this.#write(key)
      // One that stays is delivered once more: it says the same.
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
