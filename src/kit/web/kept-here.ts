/** What this browser keeps under that name; null where it keeps nothing, or may not. */
export function keptHere(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a word under that name, or forgets it; false in a browser that is full, or keeps nothing. */
export function keepHere(name: string, word: string | undefined): boolean {
  try {
    if (word === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, word);
    return true;
  } catch {
    return false;
  }
}
