import camera from '@phosphor-icons/core/assets/fill/video-camera-fill.svg?raw';
import { useState } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { ActivityPage, type ActivityParts, NoContent } from './ActivityPage.tsx';
import './call-ready.css';

interface CallReadyProps extends ActivityParts {
  /** The family's room; '' is none, undefined is not read yet. */
  roomUrl: string | undefined;
  hasFailed: boolean;
}

/** Call: one link into the family's room, and what happens when it is pressed. */
export function CallReady({ roomUrl, hasFailed, ...parts }: CallReadyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ActivityPage {...parts} hasFailed={hasFailed && roomUrl === undefined}>
      {roomUrl === '' && <NoContent icon={parts.icon} />}
      {roomUrl !== undefined && roomUrl !== '' && (
        <div className="call">
          <span className="activity-arch">
            <Icon of={parts.icon} />
          </span>
          <h2>Video Call Ready</h2>
          <p role="status">
            {isOpen
              ? 'The call is open in another window.'
              : 'The call opens in a new window. To come back, close that window.'}
          </p>
          <a
            href={roomUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="call-join forced-border"
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
