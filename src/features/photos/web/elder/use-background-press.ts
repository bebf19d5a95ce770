import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { isMeant } from './background-press.ts';

/** Event handlers that close the viewer after an intended press on its background. */
export function useBackgroundPress(onPress: () => void) {
  const down = useRef({ x: 0, y: 0, drag: 0, isBackground: false });
  return {
    onPointerDown: ({ clientX, clientY, target }: PointerEvent) => {
      down.current = { x: clientX, y: clientY, drag: 0, isBackground: isBackground(target) };
    },
    onPointerMove: ({ clientX, clientY, buttons }: PointerEvent) => {
      if (buttons === 0) return;
      const { x, y, drag } = down.current;
      down.current.drag = Math.max(drag, Math.hypot(clientX - x, clientY - y));
    },
    // The viewer is closed on click and not on pointerup, because the click that follows would hit
    // the content below.
    onClick: ({ clientX: x, clientY: y, target, currentTarget }: MouseEvent) => {
      const { isBackground: isFromBackground, drag } = down.current;
      if (!isFromBackground || !isBackground(target)) return;
      const controls = [...currentTarget.querySelectorAll('button')];
      const areas = controls.map((control) => control.getBoundingClientRect());
      if (isMeant({ x, y, drag }, areas)) onPress();
    },
  };
}

function isBackground(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.dataset.background !== undefined;
}
