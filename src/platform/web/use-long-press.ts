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
  /** Called after a release that was too early, to explain the long press. */
  onHint: () => void;
}

/**
 * A press that acts only after 1.5 s, by finger, mouse or key; assistive technology acts at once.
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
    // Urgent content may have covered the target meanwhile.
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
        // A second finger on the target is ignored, but a finger that rests elsewhere may be the
        // first pointer.
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
        // Otherwise the browser clicks or scrolls.
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
      // A long press must not open a menu here.
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

/** Screen readers and switches click without a press; TalkBack's click has a button still down. */
function isVirtual(event: MouseEvent): boolean {
  return event.detail === 0 || event.buttons === 1;
}
