import { MINUTE_MS } from '#kit/shared/durations.ts';

const BEAT_EVERY = 3000;
export const SOUNDING_LASTS = 15_000;

/** What can sound. */
export interface Sounder {
  /** One tone, at once; `loudness` up to 1. */
  tone(loudness: number): void;
  /** Silence, at once. */
  silence(): void;
  /** Fifteen seconds begin. */
  begins?(): void;
  /** They came to their end, and were not stopped. */
  ends?(): void;
}

/** How loud it is at first and each further time: it rises until nothing is left to rise. */
export function loudnessOf(repetition: number): number {
  return Math.min(20, 16 + repetition) / 20;
}

/**
 * Sounds after `firstIn` milliseconds: a tone at once, then every 3 s, none from 15 s on; and the
 * whole again, louder, every `repeatMinutes` (0: once). Of them the first one is the `repetition`th
 * of its reminder. Returns what stops it.
 */
export function startAlarm(
  sounder: Sounder,
  firstIn: number,
  repeatMinutes: number,
  repetition = 0,
): () => void {
  let next = repetition;
  let timer = setTimeout(sound, firstIn);
  if (firstIn <= 0) {
    clearTimeout(timer);
    sound();
  }

  function sound() {
    sounder.begins?.();
    next += 1;
    beat(0);
  }

  function beat(elapsed: number) {
    if (elapsed < SOUNDING_LASTS) {
      sounder.tone(loudnessOf(next - 1));
      timer = setTimeout(beat, BEAT_EVERY, elapsed + BEAT_EVERY);
      return;
    }
    sounder.silence();
    sounder.ends?.();
    if (repeatMinutes > 0) timer = setTimeout(sound, repeatMinutes * MINUTE_MS - elapsed);
  }

  return () => {
    clearTimeout(timer);
    sounder.silence();
  };
}

/** How often a pop-up that has stood for `elapsed` has sounded before the sounding of that moment. */
export function repetitionAt(elapsed: number, repeatMinutes: number): number {
  return repeatMinutes > 0 ? Math.floor(elapsed / (repeatMinutes * MINUTE_MS)) : 0;
}

/**
 * In how many milliseconds a pop-up that has stood for `elapsed` sounds: 0 within a sounding, or when
 * the browser blocked all of its sound until now; else at its next sounding; undefined when none comes.
 */
export function soundsIn(
  elapsed: number,
  repeatMinutes: number,
  wasBlocked = false,
): number | undefined {
  const every = repeatMinutes * MINUTE_MS;
  const since = every > 0 ? elapsed % every : elapsed;
  if (wasBlocked || since < SOUNDING_LASTS) return 0;
  return every > 0 ? every - since : undefined;
}
