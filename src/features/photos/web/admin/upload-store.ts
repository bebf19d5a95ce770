import { CACHE_PREFIX } from '#kit/web/offline/cache-names.ts';
import type { Entry } from '#kit/web/offline/outbox-rules.ts';
import { OutboxStore } from '#kit/web/offline/outbox-store.ts';
import type { Owner } from '#kit/web/offline/owner.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import type { Upload } from './upload-queue.ts';

type Kept = Pick<Upload, 'file' | 'albumId'>;

/** Ends with the session, as the caches do. */
const NAME = `${CACHE_PREFIX}photo-uploads`;

/**
 * The files on their way, on the disk (IndexedDB), so that a page that is loaded anew goes on with
 * them. Where nothing can be kept they live as long as the page.
 */
export class UploadStore {
  readonly #owner: Owner;
  readonly #store = new OutboxStore<Kept>(NAME);
  readonly #entries = new Map<string, Promise<Entry<Kept>>>();

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  add({ key, file, albumId, wasSent }: Upload): void {
    const entry = { ...this.#owner, key, pressedAt: serverNow(), wasSent, file, albumId };
    void isOurs(key);
    this.#entries.set(key, this.#store.add(entry));
  }

  remove({ key }: Upload): void {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    // One that stays is sent once more, and found to be there.
    entry?.then(({ number }) => this.#store.remove(number)).catch(() => undefined);
  }

  /** What no page is sending; whatever it is, it may have been sent before. */
  async left(): Promise<Upload[]> {
    const uploads: Upload[] = [];
    for (const entry of await this.#store.of(this.#owner)) {
      const { key, file, albumId } = entry;
      if (this.#entries.has(key) || !(await isOurs(key))) continue;
      this.#entries.set(key, Promise.resolve(entry));
      uploads.push({ key, file, albumId, wasSent: true });
    }
    return uploads;
  }
}

/**
 * Takes an upload for this page (Web Locks), for as long as it lives; false when another page has it.
 * Without locks, as on a page that is not secure, two pages may send the same: the server keeps one.
 */
export function isOurs(key: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const take = (lock: Lock | null) => {
      resolve(lock !== null);
      // Held until the page goes.
      return lock === null ? undefined : new Promise<void>(() => undefined);
    };
    navigator.locks
      .request(`photo upload ${key}`, { ifAvailable: true }, take)
      .catch(() => resolve(true));
  });
}
