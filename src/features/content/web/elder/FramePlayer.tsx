import { type RefObject, useRef, useState } from 'react';
import { useHush } from '#kit/web/voice/voice.ts';
import { type Player, withAutoplay } from '../../players.ts';
import { useHeldFrame } from './use-held-frame.ts';
import { FRAME, ROOM } from './viewer-room.ts';

export type FramedPlayer = Extract<Player, { embedUrl: string }>;

interface FramePlayerProps {
  player: FramedPlayer;
  title: string;
  /** A reminder stands above it: it must be silent. */
  isHeld: boolean;
  startsByItself: boolean;
  /** Stays the same; see useHeldFrame. */
  onLength: (seconds: number) => void;
}

/** A video or music in the frame of its provider; no script of theirs is on our page. */
export function FramePlayer({ player, title, ...options }: FramePlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const told = player.kind === 'music' ? undefined : player.kind;
  const { isAway, mayPlay, goesOn, onLoad } = useHeldFrame({ frame, told, ...options });
  useHush(mayPlay);
  if (isAway) return null;
  const started = withAutoplay(player);
  const src = goesOn && 'embedUrl' in started ? started.embedUrl : player.embedUrl;
  return <PlayerFrame ref={frame} src={src} title={title} plays={mayPlay} onLoad={onLoad} />;
}

interface PlayerFrameProps {
  ref: RefObject<HTMLIFrameElement | null>;
  src: string;
  title: string;
  /** False only if its provider reports that it is paused or over. */
  plays: boolean;
  onLoad: () => void;
}

/**
 * It may run its own scripts in its own origin, and neither open windows nor lead this page away. It
 * may not fill the screen either: a reminder could not stand above it, and there is nothing to gain.
 */
function PlayerFrame({ ref, src, title, plays, onLoad }: PlayerFrameProps) {
  // Another address would load it again; it is asked for with the one that it began with.
  const [address] = useState(src);
  return (
    <div className={ROOM}>
      <iframe
        ref={ref}
        src={address}
        title={title}
        data-plays={plays}
        className={FRAME}
        sandbox="allow-scripts allow-same-origin"
        allow="autoplay; encrypted-media"
        // YouTube and Vimeo play only for a page that says whose it is.
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={onLoad}
      />
    </div>
  );
}
