import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type FrameLook, nightShift } from '#features/idle-frame/domain/idle-rules.ts';
import { useFramePhotos } from '#features/idle-frame/web/elder/use-frame-photos.ts';
import type { ShownPhoto } from '#features/photos/contract.ts';
import { formatDayAndPart, formatTime, localTime, partOfDay } from '#platform/shared/zoned-time.ts';
import { showWhole } from '#platform/web/pinch-zoom.ts';
import { swallowPress } from '#platform/web/touch/swallow-press.ts';
import { useFocusReturn } from '#platform/web/use-focus-return.ts';
import { NextToday } from './NextToday.tsx';
import './idle-frame.css';
import './idle-clock.css';

interface FrameScreenProps {
  look: FrameLook;
  photos: readonly ShownPhoto[];
  /** Display time per photo, in milliseconds. */
  everyMs: number;
  now: Date;
  timezone: string;
  onWake: () => void;
}

/** The full-screen photo frame. Screen readers perceive it as one button. */
export function FrameScreen(props: FrameScreenProps) {
  const { photos, everyMs, now, timezone } = props;
  const screen = useRef<HTMLElement>(null);
  const isNight = props.look === 'night';
  const { layers, isEmpty } = useFramePhotos({ photos, everyMs, isWanted: !isNight });
  const look = !isNight && isEmpty ? 'sky' : props.look;
  useFocusReturn(true);
  useLoneScreen(screen);
  useWaking(props.onWake);
  return createPortal(
    <main
      ref={screen}
      className="idle-frame"
      data-look={look}
      data-sky={partOfDay(localTime(now, timezone))}
    >
      {look === 'photos' && layers.map((photo) => <Layer key={photo.id} photo={photo} />)}
      <div aria-hidden="true" className="idle-panel" style={isNight ? shifted(now) : undefined}>
        <Clock now={now} timezone={timezone} />
        {!isNight && <NextToday now={now} timezone={timezone} />}
      </div>
      <button type="button" className="idle-wake" aria-label="Photo frame. Open the home screen." />
    </main>,
    document.body,
  );
}

function Clock({ now, timezone }: Pick<FrameScreenProps, 'now' | 'timezone'>) {
  const [time, half] = formatTime(now, timezone).split(' ');
  const [day, date] = formatDayAndPart(now, timezone).split(', ');
  return (
    <>
      <p className="idle-clock">
        {time}
        <small>{half}</small>
      </p>
      <p className="idle-day">
        <span>{`${day}, `}</span>
        <span>{date}</span>
      </p>
    </>
  );
}

/** A whole photo in front of a blurred copy of itself; it fades in over the previous one. */
function Layer({ photo }: { photo: ShownPhoto }) {
  const shape = photo.width / photo.height;
  const small = photo.thumbnails[0]?.url ?? photo.thumbnailUrl ?? photo.url;
  return (
    <div aria-hidden="true" className="idle-layer">
      <div className="idle-blur">
        <img src={small} alt="" />
      </div>
      <div className="idle-print">
        <figure style={{ aspectRatio: `${shape}`, width: `min(100cqw, calc(100cqh * ${shape}))` }}>
          <img src={photo.url} alt="" draggable={false} decoding="sync" />
          {photo.caption && <figcaption>{photo.caption}</figcaption>}
        </figure>
      </div>
    </div>
  );
}

function shifted(now: Date) {
  const { x, y } = nightShift(now);
  return { transform: `translate(${x}px, ${y}px)` };
}

/**
 * While the photo frame is open, makes the rest of the page inert; also focuses the button and
 * resets a pinch zoom.
 */
function useLoneScreen(screen: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const root = document.getElementById('root');
    const { current } = screen;
    if (root === null || current === null) return;
    root.inert = true;
    current.querySelector('button')?.focus({ preventScroll: true });
    showWhole(current);
    return () => {
      root.inert = false;
    };
  }, [screen]);
}

/** Closes the frame at any touch, key press or click, which has no other effect. */
function useWaking(onWake: () => void): void {
  const wake = useEffectEvent(onWake);
  useEffect(() => {
    const ending = new AbortController();
    const hear = (event: Event) => {
      ending.abort();
      swallowPress(event);
      wake();
    };
    for (const type of ['pointerdown', 'keydown', 'click']) {
      window.addEventListener(type, hear, { capture: true, signal: ending.signal });
    }
    return () => ending.abort();
  }, []);
}
