import { SECOND_MS } from '#kit/shared/durations.ts';
import { actsOnRelease, isPalm, type Press, pressedDown, pressedMoved } from './press.ts';
import {
  deafen,
  forgetSilence,
  isSilent,
  layShield,
  silenceAfterAct,
  takeShield,
  underShield,
} from './shield.ts';
import { touchValues } from './touch-values.ts';

/** What appears, changes or goes leaves the whole page deaf for so long. */
const DEAF_MS = 700;

/** A finger that stays down for so long after its press would have counted rests, as a thumb that holds the device. */
const RESTS_AFTER_MS = 1_500;

/** A click that comes so long after every press that was followed is of no finger. */
const OWN_CLICK_MS = SECOND_MS;

const TARGET = 'a[href],button';

/** What a target is told of when the finger on it was lifted too soon; it bubbles. */
export const TOO_SHORT = 'touch-too-short';

interface FollowedPress extends Press<HTMLElement> {
  readonly x: number;
  readonly y: number;
  /** When the finger came down, by the events' own clock. */
  readonly since: number;
}

let press: FollowedPress | undefined;
/**
 * When a press was last followed here, by the events' own clock: the browser's click that comes after
 * it, late where much is to be done, is not to act a second time.
 */
let followedAt = Number.NEGATIVE_INFINITY;
/** The click that is made here, while it is made. */
let isOurs = false;

/**
 * The one touch rule of screens for slow hands, for every link and button there is, by event delegation:
 * a press counts when it is released inside its target, with a margin of drift; a second one soon
 * after it is none; and whatever appears, changes or goes leaves the page deaf for 700 ms, but for the first
 * things of a page that was just loaded. A finger that rests is ignored once another presses. Keys,
 * switches and screen readers act at once. Returns what ends it.
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
  // A finger that rests long asks for no menu, and drags no link.
  on('contextmenu', (event) => targetOf(event) && event.preventDefault());
  on('dragstart', (event) => targetOf(event) && event.preventDefault());
  root.classList.add('touch-rule');
  followedAt = Number.NEGATIVE_INFINITY;
  layShield();
  let isFirst = isUntouched();
  const observer = new MutationObserver((changes) => {
    if (!changes.some(changesTargets)) return;
    // No finger was on its way to something else: there was nothing else.
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
  // Mouse buttons and keys beside the first have a meaning of the browser's own.
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
  // It may have gone, moved, been covered or made inert under the finger.
  const isThere = target.contains(underShield(downX, downY));
  if (!acts || !isThere || isHeldLong(target)) return;
  // Head mice and dwell clicking are mice, and press without any time between.
  if (event.pointerType !== 'mouse' && timeStamp - since < holdMs) {
    target.dispatchEvent(new Event(TOO_SHORT, { bubbles: true }));
    return;
  }
  isOurs = true;
  target.click();
  isOurs = false;
}

/** Lets through what is meant: our own clicks, and those of keys, switches and screen readers. */
function sift(event: MouseEvent): void {
  if (!targetOf(event)) return;
  // TalkBack clicks with a button still down, and some switches without any press before.
  const isFingers = event.timeStamp - followedAt < OWN_CLICK_MS;
  const isAssistive = event.detail === 0 || event.buttons === 1 || !isFingers;
  if (!isOurs && (!isAssistive || isSilent())) refuse(event);
  else silenceAfterAct(touchValues().repeatMs);
}

function refuse(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whether this document has shown nothing to press yet, and nobody has pressed anything in it. */
function isUntouched(): boolean {
  // Older browsers do not tell.
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

/** Where only a long press counts, `useLongPress` follows it. */
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
