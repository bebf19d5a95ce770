import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react';
import { frameAfter, mustGo, newFrame, PATIENCE_MS } from './frame-hold.ts';
import {
  type FrameWord,
  heardAfter,
  lengthIn,
  messagesFor,
  NOTHING_HEARD,
  newsOf,
  type ToldFrame,
} from './frame-messages.ts';

/** How often, and how many times, a frame is asked to tell what it does until it says a word. */
const ASK_MS = 500;
const ASK_TIMES = 20;

interface HeldFrame {
  frame: RefObject<HTMLIFrameElement | null>;
  /** Whose frame it is; undefined: it cannot be told anything. */
  told: ToldFrame | undefined;
  /** A reminder stands above the screen. */
  isHeld: boolean;
  startsByItself: boolean;
  /** Told the seconds of what plays, as often as its player says them. */
  onLength: (seconds: number) => void;
}

/** Keeps a frame silent while it is held, by a word where it listens, else by taking it away. */
export function useHeldFrame({ frame, told, isHeld, startsByItself, onLength }: HeldFrame) {
  const [hold, send] = useReducer(frameAfter, startsByItself, newFrame);
  const heard = useRef(false);
  const say = useCallback(
    (word: FrameWord) => {
      if (told === undefined) return;
      // To whatever the frame shows: nothing that is said is a secret.
      for (const text of messagesFor(told, word))
        frame.current?.contentWindow?.postMessage(text, '*');
    },
    [frame, told],
  );
  const { status, goesOn } = hold;
  const isAway = status === 'away';
  useEffect(() => {
    if (told === undefined) return;
    let length = NOTHING_HEARD;
    const hear = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const news = newsOf(told, data);
      if (news === undefined) return;
      heard.current = true;
      send({ type: 'told', news });
      length = heardAfter(length, told, data);
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
