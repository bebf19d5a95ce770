import down from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?raw';
import up from '@phosphor-icons/core/assets/bold/arrow-up-bold.svg?raw';
import { useEffect, useRef } from 'react';
import { StepButton } from './StepButton.tsx';

interface MoveArrowsProps {
  name: string;
  /** Position of the item, from 0. */
  order: number;
  total: number;
  /** `step` is -1 to move the item up, 1 to move it down. */
  onMove: (step: -1 | 1) => void;
}

/** Buttons that move a list item up or down. The focus stays on the pressed button. */
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

/** Restores the focus, which an element loses when its row is moved in the DOM. */
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
