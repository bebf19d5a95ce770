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
  /** Released too early: the moment to say how it works. */
  onHint: () => void;
}

/** A press that acts only after 1.5 s, by finger, mouse or key; assistive technology acts at once. */
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
    // Something urgent may have come over it meanwhile.
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
        // A second finger on it changes nothing; one that rests elsewhere on the screen may be the first.
        if (event.button !== 0 || press.current !== undefined) return;
        const { currentTarget: target } = event;
        // By its moves it is known how far it drifts, wherever it goes.
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
        // Else the browser clicks by itself, or scrolls.
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
      // A finger that rests long asks for no menu here.
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
