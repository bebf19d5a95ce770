import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { SECOND_MS } from '#kit/shared/durations.ts';
import type { ShownPhoto } from '../../contract.ts';

interface Seen {
  readonly shown?: string | undefined;
  /** It is still there while it fades. */
  readonly before?: string | undefined;
}

/**
 * Which photo is seen: the wanted one once it is decoded, until then the one before it. So a photo
 * never flashes in, however slow the network is.
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

/** Moves on when a photo was shown long enough; each photo, and each new start, has the whole time. */
export function useSlideTimer({ isRunning, index, seconds, onOver }: SlideTimer): void {
  // What is to be done then may change with the list; the photo's time runs on.
  const over = useEffectEvent(onOver);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo begins anew
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(over, seconds * SECOND_MS);
    return () => clearInterval(timer);
  }, [isRunning, index, seconds]);
}
