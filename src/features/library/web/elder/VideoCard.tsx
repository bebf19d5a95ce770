import play from '@phosphor-icons/core/assets/fill/play-fill.svg?raw';
import { useState } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';
import type { Video } from '../../contract.ts';
import './activity-entries.css';

interface VideoCardProps {
  video: Video;
  /** Of the section, where the video has no picture. */
  icon: string;
  onOpen: () => void;
}

/** A video as a picture with its title and its length. */
export function VideoCard({ video, icon, onOpen }: VideoCardProps) {
  const [isBroken, setBroken] = useState(false);
  const { id, title, duration, thumbnailUrl } = video;
  return (
    <button type="button" data-item={id} className="video-card forced-border" onClick={onOpen}>
      <span className="video-title">{title}</span>
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
