import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type HoldEvent, holdAfter, RESTING } from './long-press.ts';
import { actsOnRelease, type Contact, type Press, pressedDown } from './touch/press.ts';
import { touchValues } from './touch/touch-values.ts';

const LONG_PRESS_MS = 1500;

interface LongPress {
  onOpen: () => void;
  /** Called when the user releases too early, to explain the long press. */
  onHint: () => void;
}

/**
 * A press that acts only after 1.5 s, by finger, mouse or key. Screen readers and switches act at
 * once.
 */
export function useLongPress({ onOpen, onHint }: LongPress) {
  const hold = useRef(RESTING);
  const press = useRef<Press<Element>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isHolding, setHolding] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (event: HoldEvent) => {
    const before = hold.current;
    const { hold: next, effect } = holdAfter(before, event);
    hold.current = next;
    if (next.is === 'held' && before.is !== 'held') {
      timer.current = setTimeout(() => send({ type: 'time' }), LONG_PRESS_MS);
    }
    if (next.is !== 'held') clearTimeout(timer.current);
    setHolding(next.is === 'held');
    // Does not act if urgent content has covered the target meanwhile, which makes the target
    // inert.
    if (effect === 'open' && !press.current?.target.closest('[inert]')) onOpen();
    if (effect === 'hint') onHint();
  };

  const letGo = (type: 'up' | 'left') => {
    press.current = undefined;
    send(type === 'up' ? { type, by: 'pointer' } : { type });
  };
  const leave = () => letGo('left');
  const isPressing = (event: PointerEvent) => press.current?.pointerId === event.pointerId;
  return {
    isHolding,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        // Ignores a second finger on the target. The event may still be of a non-primary pointer,
        // because another finger may rest elsewhere.
        if (event.button !== 0 || press.current !== undefined) return;
        const { currentTarget: target } = event;
        // Captures the pointer to receive its moves outside of the target as well.
        target.setPointerCapture?.(event.pointerId);
        const contact = contactOf(event);
        press.current = pressedDown(undefined, contact, target, target.getBoundingClientRect());
        send({ type: 'down', by: 'pointer' });
      },
      onPointerMove: (event: PointerEvent) => {
        if (press.current && isPressing(event) && !isStillOn(press.current, event)) leave();
      },
      onPointerUp: (event: PointerEvent) => {
        if (isPressing(event)) letGo('up');
      },
      onPointerCancel: (event: PointerEvent) => {
        if (isPressing(event)) leave();
      },
      onBlur: leave,
      onKeyDown: (event: KeyboardEvent) => {
        if (!isPressKey(event)) return;
        // Prevents the browser's own click or scrolling.
        event.preventDefault();
        if (!event.repeat) send({ type: 'down', by: 'key' });
      },
      onKeyUp: (event: KeyboardEvent) => {
        if (!isPressKey(event)) return;
        event.preventDefault();
        send({ type: 'up', by: 'key' });
      },
      onClick: (event: MouseEvent) => {
        if (isVirtual(event)) send({ type: 'virtual-click' });
      },
      // A long press must not open the browser's context menu.
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
    },
  };
}

function isStillOn(press: Press<Element>, event: PointerEvent): boolean {
  return actsOnRelease(press, contactOf(event), touchValues().driftPx);
}

function contactOf({ pointerId, clientX: x, clientY: y }: PointerEvent): Contact {
  return { pointerId, x, y };
}

function isPressKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' || event.key === ' ';
}

/**
 * True for a click by a screen reader or a switch: it comes without a press, and with TalkBack
 * while a button is still down.
 */
function isVirtual(event: MouseEvent): boolean {
  return event.detail === 0 || event.buttons === 1;
}
