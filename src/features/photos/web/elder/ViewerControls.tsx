import left from '@phosphor-icons/core/assets/bold/caret-left-bold.svg?raw';
import right from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?raw';
import pause from '@phosphor-icons/core/assets/fill/pause-fill.svg?raw';
import play from '@phosphor-icons/core/assets/fill/play-fill.svg?raw';
import { Icon } from '#kit/web/ui/Icon.tsx';
import type { Viewer, ViewerEvent } from '../../viewer.ts';

interface SlideshowButtonProps {
  viewer: Viewer;
  count: number;
  send: (event: ViewerEvent) => void;
}

const ACTS = {
  open: { type: 'start pressed', icon: play, label: 'Start Slideshow' },
  running: { type: 'pause', icon: pause, label: 'Pause' },
  paused: { type: 'resume', icon: play, label: 'Resume' },
} as const;

/** Starts, pauses or resumes: one button, so that the focus stays on it. */
export function SlideshowButton({ viewer, count, send }: SlideshowButtonProps) {
  if (viewer.status === 'closed' || (viewer.status === 'open' && count < 2)) return null;
  const { type, icon, label } = ACTS[viewer.status];
  return (
    <button type="button" className="viewer-control ml-auto" onClick={() => send({ type })}>
      <Icon of={icon} />
      {label}
    </button>
  );
}

interface ArrowProps {
  way: 'previous' | 'next';
  isThere: boolean;
  send: (event: ViewerEvent) => void;
}

/** An arrow; where it leads nowhere, its place stays empty, so that no other comes under a finger. */
export function Arrow({ way, isThere, send }: ArrowProps) {
  if (!isThere) return <span aria-hidden="true" className={`viewer-place viewer-${way}`} />;
  return (
    <button
      type="button"
      aria-label={way === 'previous' ? 'Previous photo' : 'Next photo'}
      className={`viewer-place viewer-arrow viewer-${way}`}
      onClick={() => send({ type: way })}
    >
      <Icon of={way === 'previous' ? left : right} />
    </button>
  );
}
