/** What this browser keeps of a text at that place; null of none, and where it keeps nothing. */
export function keptText(place: string): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

/** Keeps a text at that place, or none there any more; a browser that keeps nothing is left alone. */
export function keepText(place: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(place);
    else localStorage.setItem(place, text);
  } catch {
    // Full or forbidden: whoever asks is told that there is none.
  }
}
