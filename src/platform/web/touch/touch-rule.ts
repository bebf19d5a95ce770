import { SECOND_MS } from '#platform/shared/durations.ts';
import {
  deafen,
  forgetSilence,
  isSilent,
  layShield,
  silenceAfterAct,
  takeShield,
  underShield,
} from './input-lock.ts';
import { actsOnRelease, isPalm, type Press, pressedDown, pressedMoved } from './press.ts';
import { touchValues } from './touch-values.ts';

/** Duration of the input lock after elements appear, change or disappear, in milliseconds. */
const DEAF_MS = 700;

/**
 * A finger that stays down for this time beyond the required press duration is resting, like a
 * thumb that holds the device; in milliseconds.
 */
const RESTS_AFTER_MS = 1_500;

/**
 * Maximum delay between a finger's press and the click that the browser derives from it, in
 * milliseconds.
 */
const OWN_CLICK_MS = SECOND_MS;

const TARGET = 'a[href],button';

/** Event on a target whose finger was lifted before the required duration; the event bubbles. */
export const TOO_SHORT = 'touch-too-short';

interface FollowedPress extends Press<HTMLElement> {
  readonly x: number;
  readonly y: number;
  /** Timestamp of the event when the finger came down. */
  readonly since: number;
}

let press: FollowedPress | undefined;
/**
 * Timestamp of the last press that this module handled. The browser's own click comes after it,
 * late on a busy page, and must not trigger the action a second time.
 */
let followedAt = Number.NEGATIVE_INFINITY;
/** True during a click that this module triggers. */
let isOurs = false;

/**
 * Touch handling for users with slow hands, for every link and button, by event delegation. A press
 * counts when it is released inside its target or within a margin of drift. A second press soon
 * after it is ignored. Input is locked for 700 ms after elements appear, change or disappear,
 * except for the first elements of a newly loaded page. A resting finger is ignored once another
 * finger presses. Keys, switches and screen readers act at once. Returns a function that removes
 * the handling.
 */
export function startTouchRule(): () => void {
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  const { documentElement: root } = document;
  const on = <K extends keyof DocumentEventMap>(
    type: K,
    hear: (event: DocumentEventMap[K]) => void,
  ) => document.addEventListener(type, hear, options);
  on('pointerdown', follow);
  on('pointermove', move);
  on('pointerup', release);
  on('pointercancel', ({ pointerId }) => {
    if (press?.pointerId === pointerId) letGo();
  });
  on('click', sift);
  on('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') forgetSilence();
    else if (event.repeat) refuse(event);
  });
  // A long press must not open a menu or drag a link.
  on('contextmenu', (event) => targetOf(event) && event.preventDefault());
  on('dragstart', (event) => targetOf(event) && event.preventDefault());
  root.classList.add('touch-rule');
  followedAt = Number.NEGATIVE_INFINITY;
  layShield();
  let isFirst = isUntouched();
  const observer = new MutationObserver((changes) => {
    if (!changes.some(changesTargets)) return;
    // The first elements of a newly loaded page need no lock, because a finger cannot have aimed at
    // other targets before.
    if (!isFirst) deafen(DEAF_MS);
    isFirst = false;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    ending.abort();
    observer.disconnect();
    letGo();
    takeShield();
    root.classList.remove('touch-rule');
  };
}

function follow(event: PointerEvent): void {
  const { clientX: x, clientY: y, pointerId } = event;
  // Presses with other mouse buttons or modifier keys are left to the browser.
  const isFollowed = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  followedAt = isFollowed ? event.timeStamp : Number.NEGATIVE_INFINITY;
  if (!isFollowed || isPalm(event)) return;
  const target = targetOf(event);
  const before = target && press && rests(press, event) ? undefined : press;
  const next = pressedDown(before, { pointerId, x, y }, target, boxOf(target));
  if (next === press) return;
  letGo();
  press = next && { ...next, x, y, since: event.timeStamp };
}

function move({ clientX: x, clientY: y, pointerId }: PointerEvent): void {
  if (!press) return;
  press = { ...press, ...pressedMoved(press, { pointerId, x, y }, touchValues().driftPx) };
  press.target.toggleAttribute('data-slid', !press.isInside);
}

function release(event: PointerEvent): void {
  const { clientX: x, clientY: y, pointerId, timeStamp } = event;
  if (followedAt > Number.NEGATIVE_INFINITY) followedAt = timeStamp;
  if (press?.pointerId !== pointerId) return;
  const { target, x: downX, y: downY, since } = press;
  const { driftPx, holdMs } = touchValues();
  const acts = actsOnRelease(press, { pointerId, x, y }, driftPx);
  letGo();
  // The target may have been removed, moved, covered or made inert under the finger.
  const isThere = target.contains(underShield(downX, downY));
  if (!acts || !isThere || isHeldLong(target)) return;
  // The minimum duration does not apply to a mouse, because head mice and dwell clicking act as a
  // mouse and press without any duration.
  if (event.pointerType !== 'mouse' && timeStamp - since < holdMs) {
    target.dispatchEvent(new Event(TOO_SHORT, { bubbles: true }));
    return;
  }
  isOurs = true;
  target.click();
  isOurs = false;
}

/**
 * Passes on intended clicks and blocks all others. Intended are clicks that this module triggers,
 * and clicks of keys, switches and screen readers.
 */
function sift(event: MouseEvent): void {
  if (!targetOf(event)) return;
  // Clicks of assistive technology: TalkBack clicks while a button is still down, and some switches
  // click without a preceding press.
  const isFingers = event.timeStamp - followedAt < OWN_CLICK_MS;
  const isAssistive = event.detail === 0 || event.buttons === 1 || !isFingers;
  if (!isOurs && (!isAssistive || isSilent())) refuse(event);
  else silenceAfterAct(touchValues().repeatMs);
}

function refuse(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * True if this document has not shown a link or button yet, and the user has not pressed anything
 * in it.
 */
function isUntouched(): boolean {
  // Older browsers do not support `userActivation`; there a press is assumed.
  const mayHavePressed = navigator.userActivation?.hasBeenActive ?? true;
  return !mayHavePressed && document.querySelector(TARGET) === null;
}

function rests({ since }: FollowedPress, { timeStamp }: PointerEvent): boolean {
  return timeStamp - since > RESTS_AFTER_MS + touchValues().holdMs;
}

function letGo(): void {
  press?.target.removeAttribute('data-slid');
  press = undefined;
}

/** True for a target that needs a long press, which `useLongPress` handles. */
function isHeldLong(target: HTMLElement): boolean {
  return target.dataset.holding !== undefined;
}

function targetOf({ target }: Event): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>(TARGET)) || undefined;
}

function boxOf(target: HTMLElement | undefined): DOMRect {
  return target?.getBoundingClientRect() ?? new DOMRect();
}

function changesTargets({ addedNodes, removedNodes }: MutationRecord): boolean {
  return [...addedNodes, ...removedNodes].some(
    (node) => node instanceof Element && (node.matches(TARGET) || node.querySelector(TARGET)),
  );
}
