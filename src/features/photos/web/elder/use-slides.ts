import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { SECOND_MS } from '#platform/shared/durations.ts';
import type { ShownPhoto } from '../../contract.ts';

interface Seen {
  readonly shown?: string | undefined;
  /** The previous photo, which is fading out. */
  readonly before?: string | undefined;
}

/**
 * Returns the visible photo: the current one once it is decoded, until then the previous one. So a
 * photo never appears partially on a slow network.
 */
export function useSlides(photos: readonly ShownPhoto[], index: number) {
  const [ready, setReady] = useState<ReadonlySet<string>>(new Set());
  const [{ shown, before }, setSeen] = useState<Seen>({});
  const wanted = photos[index];
  if (wanted && shown !== wanted.id && ready.has(wanted.id)) {
    setSeen({ shown: wanted.id, before: shown });
  }
  const note = useCallback(
    (id: string, isReady: boolean) =>
      setReady((known) => {
        const next = new Set(known);
        if (isReady) next.add(id);
        else next.delete(id);
        return next;
      }),
    [],
  );
  return {
    shownId: shown,
    beforeId: before,
    isReady: wanted !== undefined && shown === wanted.id,
    note,
  };
}

interface SlideTimer {
  isRunning: boolean;
  index: number;
  seconds: number;
  onOver: () => void;
}

/**
 * Calls `onOver` after the display time of a photo. Each photo and each restart has the full time.
 */
export function useSlideTimer({ isRunning, index, seconds, onOver }: SlideTimer): void {
  // The callback may change with the list without restarting the timer.
  const over = useEffectEvent(onOver);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo begins anew
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(over, seconds * SECOND_MS);
    return () => clearInterval(timer);
  }, [isRunning, index, seconds]);
}
