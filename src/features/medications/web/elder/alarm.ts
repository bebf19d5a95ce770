import { MINUTE_MS } from '#platform/shared/durations.ts';

const BEAT_EVERY = 3000;
export const SOUNDING_LASTS = 15_000;

/** A device that plays the alarm. */
export interface Sounder {
  /** Plays one tone now; `loudness` is at most 1. */
  tone(loudness: number): void;
  /** Stops all tones now. */
  silence(): void;
  /** Called when fifteen seconds of tones begin. */
  begins?(): void;
  /** Called when they end without having been stopped. */
  ends?(): void;
}

/** Returns the loudness of a repetition: it rises with each one up to the maximum of 1. */
export function loudnessOf(repetition: number): number {
  return Math.min(20, 16 + repetition) / 20;
}

/**
 * Starts after `firstIn` milliseconds: a tone at once, then every 3 s until 15 s have passed; then
 * again, louder, every `repeatMinutes` (0: once). The first one counts as number `repetition` of
 * its reminder. Returns a function that stops the alarm.
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

/** Returns how many times a pop-up that has been open for `elapsed` ms has sounded before. */
export function repetitionAt(elapsed: number, repeatMinutes: number): number {
  return repeatMinutes > 0 ? Math.floor(elapsed / (repeatMinutes * MINUTE_MS)) : 0;
}

/**
 * Returns the delay in milliseconds until a pop-up that has been open for `elapsed` ms sounds: 0
 * within a sounding, or if the browser has blocked all sound so far; otherwise until the next
 * repetition; undefined if there is none.
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
