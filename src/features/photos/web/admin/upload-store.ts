import { CACHE_PREFIX } from '#platform/web/offline/cache-names.ts';
import type { Entry } from '#platform/web/offline/outbox-rules.ts';
import { OutboxStore } from '#platform/web/offline/outbox-store.ts';
import type { Owner } from '#platform/web/offline/owner.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import type { Upload } from './upload-queue.ts';

type Kept = Pick<Upload, 'file' | 'albumId'>;

/** The prefix makes sure that the store is deleted when the session ends, as for the caches. */
const NAME = `${CACHE_PREFIX}photo-uploads`;

/**
 * Files in upload, in IndexedDB, so that a reloaded page can resume them. If they cannot be stored,
 * they live only as long as the page.
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
    // A file that could not be deleted is sent again and found to be a duplicate.
    entry?.then(({ number }) => this.#store.remove(number)).catch(() => undefined);
  }

  /** Returns the uploads that no page is sending. Each of them may have been sent before. */
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
 * Locks an upload for the lifetime of this page (Web Locks); false if another page has the lock.
 * Without the Locks API, as on an insecure page, two pages may send one photo, and the server keeps
 * one.
 */
export function isOurs(key: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const take = (lock: Lock | null) => {
      resolve(lock !== null);
      // The lock is held until the page is closed.
      return lock === null ? undefined : new Promise<void>(() => undefined);
    };
    navigator.locks
      .request(`photo upload ${key}`, { ifAvailable: true }, take)
      .catch(() => resolve(true));
  });
}
