import play from '@phosphor-icons/core/assets/fill/play-fill.svg?raw';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { Video } from '../../contract.ts';
import { DETAIL, DISC, groundOf } from './entry-parts.ts';
import { NEEDS_INTERNET, showNeedsInternet } from './needs-internet.ts';
import { Plate } from './Plate.tsx';

interface VideoCardProps {
  video: Video;
  /** The icon of the section, for a video without a picture. */
  icon: string;
  /** True if the video is unavailable, because it needs a connection and there is none. */
  isCalm: boolean;
  onOpen: () => void;
}

export function VideoCard({ video, icon, isCalm, onOpen }: VideoCardProps) {
  const { id, title, duration, thumbnailUrl } = video;
  return (
    <button
      type="button"
      data-item={id}
      className={`forced-border flex size-full flex-col rounded-card px-2.5 pt-2.5 text-left transition-transform active:scale-[0.985] ${groundOf(isCalm)}`}
      onClick={isCalm ? showNeedsInternet : onOpen}
    >
      {/* The title is before the duration in the document, for screen readers, but is displayed
          below the picture. */}
      <span className="wrap-anywhere order-1 grid min-h-19.5 flex-none items-center text-balance px-3 py-1.5 font-bold text-press leading-[1.14]">
        {title}
        {isCalm && <span className={DETAIL}>{NEEDS_INTERNET}</span>}
      </span>
      <span
        className={`activity-picture relative flex w-full overflow-hidden rounded-box ${isCalm ? 'opacity-55' : ''}`}
      >
        <Plate {...{ title, icon }} pictureUrl={thumbnailUrl} className="size-full" />
        {!isCalm && (
          <span className={`activity-play absolute border-5 border-white ${DISC}`}>
            <Icon of={play} />
          </span>
        )}
        {!isCalm && duration !== null && (
          <span className="absolute right-4 bottom-4 rounded-control bg-viewer px-3.5 py-1 font-semibold text-[1.625rem] text-white tabular-nums">
            {duration}
          </span>
        )}
      </span>
    </button>
  );
}
