import note from '@phosphor-icons/core/assets/duotone/music-notes-duotone.svg?raw';
import ahead from '@phosphor-icons/core/assets/fill/fast-forward-fill.svg?raw';
import pause from '@phosphor-icons/core/assets/fill/pause-fill.svg?raw';
import play from '@phosphor-icons/core/assets/fill/play-fill.svg?raw';
import back from '@phosphor-icons/core/assets/fill/rewind-fill.svg?raw';
import { useRef } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { TouchButton } from '#kit/web/ui/TouchButton.tsx';
import { useHush } from '#kit/web/voice/voice.ts';
import { mediaTime } from '../../media-time.ts';
import { NotPlayable } from './NotPlayable.tsx';
import { type OwnPlayer, useMedia } from './use-media.ts';
import './media-player.css';

/** How far Back and Ahead lead, in seconds. */
const STEP = 30;

interface MediaPlayerProps {
  player: OwnPlayer;
  title: string;
  /** Without a picture. */
  isMusic: boolean;
  /** A reminder stands above it: it must be silent. */
  isHeld: boolean;
  startsByItself: boolean;
  onLength: (seconds: number) => void;
}

/** A file or a stream, played by the browser, with controls that old hands can press. */
export function MediaPlayer({ title, isMusic, ...options }: MediaPlayerProps) {
  const media = useRef<HTMLVideoElement>(null);
  const { isPlaying, isBroken, seconds, length, ...control } = useMedia({ media, ...options });
  useHush(isPlaying);
  if (isBroken) return <NotPlayable />;
  return (
    <div className="media">
      {isMusic && (
        <span className="media-plate">
          <Icon of={note} />
        </span>
      )}
      <video
        ref={media}
        aria-label={title}
        playsInline
        className={isMusic ? 'sr-only' : 'media-picture'}
        {...control.handlers}
      />
      <div className="media-controls">
        <TouchButton
          variant="key"
          icon={isPlaying ? pause : play}
          className="media-play"
          onPress={control.toggle}
        >
          {isPlaying ? 'Pause' : 'Play'}
        </TouchButton>
        {length > 0 && (
          <TouchButton variant="outline" icon={back} onPress={() => control.move(-STEP)}>
            Back<span className="sr-only"> 30 seconds</span>
          </TouchButton>
        )}
        {length > 0 && (
          <TouchButton variant="outline" icon={ahead} onPress={() => control.move(STEP)}>
            Ahead<span className="sr-only"> 30 seconds</span>
          </TouchButton>
        )}
        {length > 0 && <MediaProgress seconds={seconds} length={length} />}
      </div>
    </div>
  );
}

function MediaProgress({ seconds, length }: { seconds: number; length: number }) {
  return (
    <p className="media-progress">
      <span>{mediaTime(seconds)}</span>
      <span aria-hidden="true" className="media-line">
        <span style={{ width: `${(100 * seconds) / length}%` }} />
      </span>
      <span>
        <span className="sr-only"> of </span>
        {mediaTime(length)}
      </span>
    </p>
  );
}
