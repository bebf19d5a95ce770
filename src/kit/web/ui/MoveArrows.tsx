import down from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?raw';
import up from '@phosphor-icons/core/assets/bold/arrow-up-bold.svg?raw';
import { useEffect, useRef } from 'react';
import { StepButton } from './StepButton.tsx';

interface MoveArrowsProps {
  /** What is moved. */
  name: string;
  /** Its place, from 0. */
  order: number;
  total: number;
  /** One place up is -1. */
  onMove: (step: -1 | 1) => void;
}

/** Moves one thing of a list up or down; the focus stays on the arrow that was pressed. */
export function MoveArrows({ name, order, total, onMove }: MoveArrowsProps) {
  const keepFocus = useFocusThroughMoves(order);
  const arrow = (icon: string, word: string, step: -1 | 1) => (
    <StepButton
      icon={icon}
      label={`Move ${name} ${word}`}
      isPossible={order + step >= 0 && order + step < total}
      className="size-11.5"
      onPress={(button) => {
        keepFocus(button);
        onMove(step);
      }}
    />
  );
  return (
    <div className="flex gap-2">
      {arrow(up, 'up', -1)}
      {arrow(down, 'down', 1)}
    </div>
  );
}

/** A row that moves in the page loses the focus that was in it; this gives it back. */
function useFocusThroughMoves(order: number) {
  const pressed = useRef<Element>(undefined);
  const shown = useRef(order);
  useEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    const { current } = pressed;
    if (current instanceof HTMLElement && document.activeElement !== current) {
      current.focus({ preventScroll: true });
    }
    current?.scrollIntoView({ block: 'nearest' });
    pressed.current = undefined;
  }, [order]);
  return (target: Element) => {
    pressed.current = target;
  };
}
