import { type RefObject, useEffect, useState } from 'react';
import type { Player } from '../../domain/players.ts';
import { attachStream } from './stream.ts';

export type OwnPlayer = Extract<Player, { url: string }>;

interface MediaOptions {
  media: RefObject<HTMLVideoElement | null>;
  player: OwnPlayer;
  isHeld: boolean;
  startsByItself: boolean;
  /** Called with the duration of a file; a stream may not have one. */
  onLength: (seconds: number) => void;
}

/** The state of a media element, with its position in seconds; paused while `isHeld`. */
export function useMedia({ media, player, isHeld, startsByItself, onLength }: MediaOptions) {
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [seconds, setSeconds] = useState(0);
  /** 0 if the duration is unknown or infinite. */
  const [length, setLength] = useState(0);
  // The setting is read once per entry; a later change applies to the next entry.
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
      // Plays only if the element is still in the page, because a removed element would be audible.
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
        // Limits the seek to the seekable part: a server without range requests cannot seek beyond
        // the loaded part.
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
  // A rejection is ignored: if the browser requires a user gesture, the Play button provides it.
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
