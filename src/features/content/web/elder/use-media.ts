import { type RefObject, useEffect, useState } from 'react';
import type { Player } from '../../players.ts';
import { attachStream } from './stream.ts';

export type OwnPlayer = Extract<Player, { url: string }>;

interface MediaOptions {
  media: RefObject<HTMLVideoElement | null>;
  player: OwnPlayer;
  isHeld: boolean;
  startsByItself: boolean;
  /** Told the seconds of a file; a stream may have no end that is known. */
  onLength: (seconds: number) => void;
}

/** What an element plays and where it is, in whole seconds; silent while it is held. */
export function useMedia({ media, player, isHeld, startsByItself, onLength }: MediaOptions) {
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [seconds, setSeconds] = useState(0);
  /** 0: nobody knows, or it has no end. */
  const [length, setLength] = useState(0);
  // What the family sets meanwhile is for the next one.
  const [starts] = useState(startsByItself);
  const { kind, url } = player;
  useEffect(() => {
    const element = media.current;
    if (element === null) return;
    const detach =
      kind === 'stream' ? attachStream(element, url, () => setBroken(true)) : undefined;
    if (starts) play(element);
    return detach;
  }, [media, kind, url, starts]);
  useEffect(() => {
    const element = media.current;
    if (!isHeld || element === null) return;
    const goesOn = !element.paused;
    element.pause();
    return () => {
      // An element that left the page could be heard all the same.
      if (goesOn && element.isConnected) play(element);
    };
  }, [media, isHeld]);
  return {
    isPlaying,
    isBroken,
    seconds,
    length,
    toggle: () =>
      withElement(media, (element) => (element.paused ? play(element) : element.pause())),
    move: (by: number) =>
      withElement(media, (element) => {
        const { seekable, currentTime } = element;
        // Not every server can be asked for a later piece.
        const end = seekable.length === 0 ? 0 : seekable.end(seekable.length - 1);
        if (end > 0) element.currentTime = Math.min(end, Math.max(0, currentTime + by));
      }),
    handlers: {
      ...(kind === 'stream' ? {} : { src: url }),
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onEnded: () => setPlaying(false),
      onError: () => setBroken(true),
      onTimeUpdate: () => withElement(media, (element) => setSeconds(whole(element.currentTime))),
      onDurationChange: () =>
        withElement(media, ({ duration }) => {
          setLength(whole(duration));
          if (kind !== 'stream') onLength(duration);
        }),
    },
  };
}

function play(element: HTMLMediaElement): void {
  // A browser that wants a press first has the Play button for it.
  element.play().catch(() => undefined);
}

function withElement(
  media: RefObject<HTMLVideoElement | null>,
  act: (element: HTMLVideoElement) => void,
): void {
  if (media.current !== null) act(media.current);
}

function whole(seconds: number): number {
  return Number.isFinite(seconds) ? Math.floor(seconds) : 0;
}
