import { type PointerEvent, useRef, useState } from 'react';
import type { Accessibility } from '../../contract.ts';
import { distanceOff, verdictMessage, verdictOf } from '../../domain/press-verdict.ts';

interface Down {
  readonly pointerId: number;
  readonly at: number;
}

/** Judges presses as the elder's tablet would with these values, and reports each verdict. */
export function usePressJudge(values: Accessibility) {
  const down = useRef<Down>(undefined);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const [told, setTold] = useState<{ label: string; words: string }>();
  const handlersFor = (label: string) => ({
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture?.(event.pointerId);
      down.current = { pointerId: event.pointerId, at: event.timeStamp };
    },
    onPointerUp: (event: PointerEvent) => {
      const began = down.current;
      if (began?.pointerId !== event.pointerId) return;
      down.current = undefined;
      const measured = {
        heldMs: event.timeStamp - began.at,
        driftPx: distanceOff(event.currentTarget.getBoundingClientRect(), {
          x: event.clientX,
          y: event.clientY,
        }),
        sinceMs: began.at - lastAt.current,
      };
      const verdict = verdictOf(measured, values);
      if (verdict === 'pressed') lastAt.current = event.timeStamp;
      setTold({ label, words: verdictMessage(verdict, measured) });
    },
    onClick: (event: { detail: number }) => {
      if (event.detail === 0) setTold({ label, words: 'Pressed with a key, at once.' });
    },
  });
  return { told, handlersFor };
}
