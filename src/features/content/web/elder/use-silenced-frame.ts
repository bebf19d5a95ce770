import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react';
import { frameAfter, mustGo, newFrame, PATIENCE_MS } from './frame-hold.ts';
import {
  addReport,
  type FrameState,
  type FrameWord,
  lengthIn,
  messagesFor,
  NO_REPORTS,
  newsOf,
} from './frame-messages.ts';

/** Interval and maximum number of requests for reports until the frame answers. */
const ASK_MS = 500;
const ASK_TIMES = 20;

interface HeldFrame {
  frame: RefObject<HTMLIFrameElement | null>;
  /** The provider of the frame; undefined if it accepts no messages. */
  told: FrameState | undefined;
  /** True while a reminder is shown above the screen. */
  isHeld: boolean;
  startsByItself: boolean;
  /** Called with the duration each time the player reports it. */
  onLength: (seconds: number) => void;
}

/**
 * Keeps a frame silent while a reminder is shown: by a pause message if the provider supports it,
 * otherwise by removing the frame.
 */
export function useSilencedFrame({ frame, told, isHeld, startsByItself, onLength }: HeldFrame) {
  const [hold, send] = useReducer(frameAfter, startsByItself, newFrame);
  const heard = useRef(false);
  const say = useCallback(
    (word: FrameWord) => {
      if (told === undefined) return;
      // Any target origin is allowed, because the messages contain no secrets.
      for (const text of messagesFor(told, word))
        frame.current?.contentWindow?.postMessage(text, '*');
    },
    [frame, told],
  );
  const { status, goesOn } = hold;
  const isAway = status === 'away';
  useEffect(() => {
    if (told === undefined) return;
    let length = NO_REPORTS;
    const hear = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const news = newsOf(told, data);
      if (news === undefined) return;
      heard.current = true;
      send({ type: 'told', news });
      length = addReport(length, told, data);
      const seconds = lengthIn(length);
      if (seconds !== undefined) onLength(seconds);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [frame, told, onLength]);
  useEffect(() => (isAway ? undefined : askUntil(heard, () => say('tell'))), [isAway, say]);
  useEffect(() => {
    if (!isHeld) return;
    send({ type: 'held', canBeTold: told !== undefined });
    return () => send({ type: 'released' });
  }, [isHeld, told]);
  const isSounding = mustGo(hold);
  useEffect(() => {
    if (!isSounding) return;
    say('pause');
    const timer = setTimeout(() => send({ type: 'patience is over' }), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isSounding, say]);
  const before = useRef(status);
  useEffect(() => {
    if (before.current === 'asked' && status === 'free' && goesOn) say('play');
    before.current = status;
  }, [status, goesOn, say]);
  const mayPlay = !isAway && hold.plays !== 'no';
  return { isAway, mayPlay, goesOn, onLoad: () => say('tell') };
}

function askUntil(heard: RefObject<boolean>, ask: () => void): () => void {
  heard.current = false;
  let times = 0;
  const timer = setInterval(() => {
    times += 1;
    if (heard.current || times > ASK_TIMES) clearInterval(timer);
    else ask();
  }, ASK_MS);
  return () => clearInterval(timer);
}
