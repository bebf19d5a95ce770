import camera from '@phosphor-icons/core/assets/fill/video-camera-fill.svg?raw';
import { useState } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { ActivityPage, type ActivityParts, Arch, NoContent } from './ActivityPage.tsx';

interface CallReadyProps extends ActivityParts {
  /** URL of the family's video room; '' if there is none, undefined while loading. */
  roomUrl: string | undefined;
  hasFailed: boolean;
}

/** The screen Call: a link to the family's video room, and instructions after it is pressed. */
export function CallReady({ roomUrl, hasFailed, ...parts }: CallReadyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ActivityPage {...parts} hasFailed={hasFailed && roomUrl === undefined}>
      {roomUrl === '' && <NoContent icon={parts.icon} />}
      {roomUrl !== undefined && roomUrl !== '' && (
        <div className="grid min-h-full grid-cols-1 content-center justify-items-center gap-5 text-center tablet:gap-7 tablet:py-4">
          <Arch icon={parts.icon} isSmall />
          <h2 className="font-heavy text-[2.75rem] leading-[1.1] tablet:text-message">
            Video Call Ready
          </h2>
          <p
            role="status"
            className="max-w-192 text-elder text-soft leading-[1.4] tablet:text-item"
          >
            {isOpen
              ? 'The call is open in another window.'
              : 'The call opens in a new window. To come back, close that window.'}
          </p>
          <a
            href={roomUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="forced-border inline-flex min-h-31 items-center justify-center gap-4 rounded-tile bg-key px-8 py-2 font-bold text-[2.25rem] text-white leading-[1.1] shadow-[inset_0_-0.3125rem_0_var(--key-deep)] active:scale-[0.985] active:bg-key-deep active:shadow-none tablet:min-w-100 tablet:text-[3rem]"
            onClick={() => setOpen(true)}
          >
            <Icon of={camera} />
            Join Call
          </a>
        </div>
      )}
    </ActivityPage>
  );
}
