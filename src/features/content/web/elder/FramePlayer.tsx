import { type RefObject, useRef, useState } from 'react';
import { useHush } from '#platform/web/voice/voice.ts';
import { type Player, withAutoplay } from '../../domain/players.ts';
import { FRAME, ROOM } from './frame-classes.ts';
import { useSilencedFrame } from './use-silenced-frame.ts';

export type FramedPlayer = Extract<Player, { embedUrl: string }>;

interface FramePlayerProps {
  player: FramedPlayer;
  title: string;
  /** True while a reminder is shown: the player must be silent. */
  isHeld: boolean;
  startsByItself: boolean;
  /** Must be a stable function; see `useSilencedFrame`. */
  onLength: (seconds: number) => void;
}

/** A video or music in its provider's frame; no script of the provider runs in this page. */
export function FramePlayer({ player, title, ...options }: FramePlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const told = player.kind === 'music' ? undefined : player.kind;
  const { isAway, mayPlay, goesOn, onLoad } = useSilencedFrame({ frame, told, ...options });
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
  /** False only if the provider has reported that the media is paused or has ended. */
  plays: boolean;
  onLoad: () => void;
}

/**
 * The frame may run scripts in its own origin, but can neither open windows nor navigate this page.
 * It may not use full screen, because a reminder could not be shown above it.
 */
function PlayerFrame({ ref, src, title, plays, onLoad }: PlayerFrameProps) {
  // A changed address would reload the frame, so the first one is kept.
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
        // YouTube and Vimeo require a referrer.
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={onLoad}
      />
    </div>
  );
}
