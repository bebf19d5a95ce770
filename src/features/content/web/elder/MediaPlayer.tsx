import note from '@phosphor-icons/core/assets/duotone/music-notes-duotone.svg?raw';
import ahead from '@phosphor-icons/core/assets/fill/fast-forward-fill.svg?raw';
import pause from '@phosphor-icons/core/assets/fill/pause-fill.svg?raw';
import play from '@phosphor-icons/core/assets/fill/play-fill.svg?raw';
import back from '@phosphor-icons/core/assets/fill/rewind-fill.svg?raw';
import { useRef } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import { useHush } from '#platform/web/voice/voice.ts';
import { mediaTime } from '../../domain/media-time.ts';
import { NotPlayable } from './NotPlayable.tsx';
import { type OwnPlayer, useMedia } from './use-media.ts';

/** Seconds by which Back and Ahead seek. */
const STEP = 30;

interface MediaPlayerProps {
  player: OwnPlayer;
  title: string;
  /** True for media without a picture. */
  isMusic: boolean;
  /** True while a reminder is shown: the player must be silent. */
  isHeld: boolean;
  startsByItself: boolean;
  onLength: (seconds: number) => void;
}

const PICTURE = 'relative col-start-1 row-start-1 size-full min-h-0 object-contain contain-size';

/** On a phone, Play has its own row, and Back and Ahead share one. */
const CONTROLS =
  'col-start-1 row-start-2 flex flex-wrap items-center justify-center gap-4 p-4 tablet:px-8 tablet:py-5 handset:grid handset:grid-cols-[1fr_1fr] handset:[&>button]:px-2';

/** Plays a file or a stream in the browser, with large controls. */
export function MediaPlayer({ title, isMusic, ...options }: MediaPlayerProps) {
  const media = useRef<HTMLVideoElement>(null);
  const { isPlaying, isBroken, seconds, length, ...control } = useMedia({ media, ...options });
  useHush(isPlaying);
  if (isBroken) return <NotPlayable />;
  return (
    <div className="grid flex-1 grid-cols-1 grid-rows-[minmax(9rem,1fr)_auto]">
      {isMusic && (
        <span className="col-start-1 row-start-1 my-4 grid aspect-square max-h-full w-[min(20rem,60vw)] place-items-center place-self-center rounded-alarm bg-key text-[min(11rem,30vw)] text-white [--glyph:var(--key-glyph)]">
          <Icon of={note} />
        </span>
      )}
      <video
        ref={media}
        aria-label={title}
        playsInline
        className={isMusic ? 'sr-only' : PICTURE}
        {...control.handlers}
      />
      <div className={CONTROLS}>
        <TouchButton
          variant="key"
          icon={isPlaying ? pause : play}
          className="handset:col-span-full"
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
    <p className="flex flex-[1_1_18rem] items-center gap-4 text-[1.625rem] tabular-nums handset:col-span-full">
      <span>{mediaTime(seconds)}</span>
      <span
        aria-hidden="true"
        className="h-2 flex-1 overflow-hidden rounded-[0.25rem] bg-[rgb(128_132_146/60%)]"
      >
        <span
          className="block h-full bg-current"
          style={{ width: `${(100 * seconds) / length}%` }}
        />
      </span>
      <span>
        <span className="sr-only"> of </span>
        {mediaTime(length)}
      </span>
    </p>
  );
}
