import { MINUTE_MS } from '#platform/shared/durations.ts';

const BEAT_EVERY = 3000;
export const SOUNDING_LASTS = 15_000;

/** A device that plays the alarm. */
export interface Sounder {
  /** Plays one tone at once. `loudness` is relative to full loudness, which is 1. */
  tone(loudness: number): void;
  /** Stops all tones at once. */
  silence(): void;
  /** Called when a series of tones begins; a series lasts fifteen seconds. */
  begins?(): void;
  /** Called when a series of tones has ended without having been stopped. */
  ends?(): void;
}

/**
 * Returns the loudness of a repetition of the alarm: it rises with each repetition, up to the
 * maximum of 1.
 */
export function loudnessOf(repetition: number): number {
  return Math.min(20, 16 + repetition) / 20;
}

/**
 * Starts the alarm after `firstIn` milliseconds: a tone at once, then one every 3 s for 15 s. This
 * series of tones is repeated every `repeatMinutes`, each time louder (0: no repetition). The first
 * series counts as number `repetition` of its reminder. Returns a function that stops the alarm.
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

/** Returns how many series of tones have been played since a pop-up opened `elapsed` ms ago. */
export function repetitionAt(elapsed: number, repeatMinutes: number): number {
  return repeatMinutes > 0 ? Math.floor(elapsed / (repeatMinutes * MINUTE_MS)) : 0;
}

/**
 * Returns the delay in milliseconds until the alarm of a pop-up that opened `elapsed` ms ago must
 * sound. It is 0 during a series of tones, or if the browser has blocked all sound so far;
 * otherwise it is the time until the next repetition. Undefined if there is no further repetition.
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
