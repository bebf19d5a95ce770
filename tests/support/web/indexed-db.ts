import * as fake from 'fake-indexeddb';
import { vi } from 'vitest';

/** Gives the test a new, empty IndexedDB, and the global classes that belong to it. */
export function stubIndexedDb(): IDBFactory {
  for (const [name, type] of Object.entries(fake)) {
    if (name.startsWith('IDB')) vi.stubGlobal(name, type);
  }
  const factory = new fake.IDBFactory();
  vi.stubGlobal('indexedDB', factory);
  return factory;
}
