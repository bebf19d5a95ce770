/** Reads a value from localStorage; null if there is none or storage is not allowed. */
export function readLocal(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores or deletes a value in localStorage; returns false if storage is full or not allowed. */
export function writeLocal(name: string, word: string | undefined): boolean {
  try {
    if (word === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, word);
    return true;
  } catch {
    return false;
  }
}
