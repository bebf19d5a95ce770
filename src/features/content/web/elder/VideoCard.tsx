import play from '@phosphor-icons/core/assets/fill/play-fill.svg?raw';
import { useState } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';
import type { Video } from '../../contract.ts';
import { NEEDS_INTERNET, sayNeedsInternet } from './needs-internet.ts';
import './activity-entries.css';

interface VideoCardProps {
  video: Video;
  /** Of the section, where the video has no picture. */
  icon: string;
  /** There is no connection, which it needs. */
  isCalm: boolean;
  onOpen: () => void;
}

/** A video as a picture with its title and its length. */
export function VideoCard({ video, icon, isCalm, onOpen }: VideoCardProps) {
  const [isBroken, setBroken] = useState(false);
  const { id, title, duration, thumbnailUrl } = video;
  return (
    <button
      type="button"
      data-item={id}
      data-calm={isCalm || undefined}
      className="video-card forced-border"
      onClick={isCalm ? sayNeedsInternet : onOpen}
    >
      <span className="video-title">
        {title}
        {isCalm && <span className="row-detail">{NEEDS_INTERNET}</span>}
      </span>
      <span className="video-picture">
        {thumbnailUrl === null || isBroken ? (
          <Icon of={icon} className="video-icon" />
        ) : (
          <img src={thumbnailUrl} alt="" draggable={false} onError={() => setBroken(true)} />
        )}
        <span className="play-disc">
          <Icon of={play} />
        </span>
        {duration !== null && <span className="video-length">{duration}</span>}
      </span>
    </button>
  );
}
