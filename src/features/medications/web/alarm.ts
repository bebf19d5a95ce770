const BEAT_EVERY = 3000;
export const SOUNDING_LASTS = 15_000;

/** What can sound. */
export interface Sounder {
  /** One tone, at once. */
  tone(): void;
  /** Silence, at once. */
  silence(): void;
  /** Fifteen seconds begin. */
  begins?(): void;
  /** They came to their end, and were not stopped. */
  ends?(): void;
}

/**
 * Sounds after `firstIn` milliseconds: a tone at once, then every 3 s, none from 15 s on; and the
 * whole again every `repeatMinutes` (0: once). Returns what stops it.
 */
export function startAlarm(sounder: Sounder, firstIn: number, repeatMinutes: number): () => void {
  let timer = setTimeout(sound, firstIn);
  if (firstIn <= 0) {
    clearTimeout(timer);
    sound();
  }

  function sound() {
    sounder.begins?.();
    beat(0);
  }

  function beat(elapsed: number) {
    if (elapsed < SOUNDING_LASTS) {
      sounder.tone();
      timer = setTimeout(beat, BEAT_EVERY, elapsed + BEAT_EVERY);
      return;
    }
    sounder.silence();
    sounder.ends?.();
    if (repeatMinutes > 0) timer = setTimeout(sound, repeatMinutes * 60_000 - elapsed);
  }

  return () => {
    clearTimeout(timer);
    sounder.silence();
  };
}

/**
 * In how many milliseconds a pop-up that has stood for `elapsed` sounds: 0 within a sounding, else
 * at its next one; undefined when none comes.
 */
export function soundsIn(elapsed: number, repeatMinutes: number): number | undefined {
  const every = repeatMinutes * 60_000;
  const since = every > 0 ? elapsed % every : elapsed;
  if (since < SOUNDING_LASTS) return 0;
  return every > 0 ? every - since : undefined;
}
