import { useRef } from 'react';
import { CloseButton } from '#platform/web/ui/CloseButton.tsx';
import { MessageStrip } from '#platform/web/ui/MessageStrip.tsx';
import { Spinner } from '#platform/web/ui/Spinner.tsx';
import { useBackCloses } from '#platform/web/use-back-closes.ts';
import { useFocusReturn } from '#platform/web/use-focus-return.ts';
import { useIsSeen } from '#platform/web/use-is-seen.ts';
import { useSpoken } from '#platform/web/voice/voice.ts';
import type { ShownPhoto } from '../../contract.ts';
import { arrowsOf, type Viewer, type ViewerEvent } from '../../domain/viewer.ts';
import { dateWords, placeOf, wordsOf } from './photo-messages.ts';
import { Slide } from './Slide.tsx';
import { useBackgroundPress } from './use-background-press.ts';
import { useFocusReturnAfterViewer } from './use-kept-focus.ts';
import { useSlides, useSlideTimer } from './use-slides.ts';
import { Arrow, SlideshowButton } from './ViewerControls.tsx';
import './photo-viewer.css';

interface PhotoViewerProps {
  photos: readonly ShownPhoto[];
  /** Number of photos on all pages. */
  total: number;
  viewer: Exclude<Viewer, { status: 'closed' }>;
  send: (event: ViewerEvent) => void;
  /** Duration of a photo in the slideshow. */
  seconds: number;
  /** True while something more important is above the viewer; pauses the slideshow and speech. */
  isHeld: boolean;
  /** True if captions are read aloud. */
  isSpoken: boolean;
  /** The current year, if known; dates of this year are shown without it. */
  thisYear: string | undefined;
}

/**
 * Full-screen photo or slideshow. Not a native dialog, because a reminder and the offline screen
 * must appear above it; the content below is inert. In a low window all parts are stacked and
 * scroll; in a large one the controls overlay the photo.
 */
export function PhotoViewer({
  photos,
  total,
  viewer,
  send,
  isHeld,
  ...settings
}: PhotoViewerProps) {
  const { index, status } = viewer;
  const count = photos.length;
  const isSeen = useIsSeen() && !isHeld;
  const { shownId, beforeId, isReady, note } = useSlides(photos, index);
  const shownIndex = isReady ? index : photos.findIndex(({ id }) => id === shownId);
  const shown = photos[shownIndex];
  const arrows = arrowsOf(viewer, count);
  const dialog = useRef<HTMLDivElement>(null);
  const isSlideshow = status !== 'open';
  useFocusReturn(true);
  useFocusReturnAfterViewer(dialog, isHeld, arrows);
  useSlideTimer({
    isRunning: status === 'running' && isSeen && isReady,
    index,
    seconds: settings.seconds,
    onOver: () => send({ type: 'time is over' }),
  });
  useSpoken('caption', settings.isSpoken && isSeen ? shown?.caption : undefined, shown?.id);
  const close = () => send({ type: 'close' });
  useBackCloses(close);
  return (
    <div
      ref={dialog}
      role="dialog"
      aria-modal="true"
      aria-label="Photo viewer"
      tabIndex={-1}
      className="photo-viewer fixed inset-0 z-40 grid animate-arrive select-none grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] overflow-hidden bg-viewer text-white short:grid-rows-[auto_auto_auto] short:content-start short:overflow-y-auto"
      data-background
      data-plays={status === 'running'}
      {...useBackgroundPress(close)}
      onKeyDown={(event) => {
        const meant = event.altKey || event.ctrlKey || event.metaKey ? undefined : KEYS[event.key];
        if (!meant) return;
        event.preventDefault();
        send({ type: meant });
      }}
    >
      <div className="relative z-1 col-[1] row-[1] broad:tall:static">
        <div className="relative z-1">
          <MessageStrip place="bar" />
        </div>
        <div
          className="mirrors relative z-1 flex items-center gap-4 p-4 max-phone:flex-wrap tablet:px-8 tablet:py-3.5 broad:tall:static broad:tall:items-start broad:tall:justify-between broad:tall:*:relative broad:tall:*:z-1"
          data-background
        >
          <CloseButton onPress={close} />
          <SlideshowButton viewer={viewer} count={count} send={send} />
        </div>
      </div>
      {slidesOf(photos, index, [beforeId, shownId]).map((each) => (
        <Slide
          key={each.photo.id}
          photo={each.photo}
          words={wordsOf(each.photo, each.index, total)}
          date={dateWords(each.photo.takenAt, settings.thisYear)}
          isShown={each.photo.id === shownId}
          onKnown={note}
        />
      ))}
      {!isReady && (
        <p className="after-a-moment pointer-events-none absolute inset-0 grid place-items-center text-[4rem]">
          <Spinner />
          <span className="sr-only">Loading...</span>
        </p>
      )}
      <div className="relative z-1 col-[1] row-[3] flex items-center justify-center gap-4 p-4 max-phone:gap-2 max-phone:px-2 tablet:justify-between tablet:px-8 tablet:pt-5 tablet:pb-8 broad:tall:static broad:tall:p-0">
        <Arrow way="previous" isThere={arrows.previous} send={send} />
        {/* This box always takes its space, even without text, so that the arrows do not move
            when the slideshow starts. */}
        <p
          className="tabular grid min-h-18 place-items-center whitespace-nowrap rounded-[1.25rem] bg-[rgb(18_21_31/86%)] px-5 font-bold text-[1.875rem] data-[shown=false]:invisible broad:tall:absolute broad:tall:bottom-7 broad:tall:left-8 broad:tall:z-1 broad:tall:px-6.5"
          data-shown={isSlideshow && shown !== undefined}
        >
          {Math.max(0, shownIndex) + 1} / {total}
        </p>
        <Arrow way="next" isThere={arrows.next} send={send} />
      </div>
      <p role="status" className="sr-only">
        {shown && [placeOf(shownIndex, total), shown.caption].filter(Boolean).join(': ')}
      </p>
    </div>
  );
}

const KEYS: Readonly<Record<string, 'previous' | 'next' | 'close'>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Escape: 'close',
};

/**
 * Returns the current photo, the next one to preload, and the visible or fading ones, each once.
 */
function slidesOf(photos: readonly ShownPhoto[], wanted: number, seen: (string | undefined)[]) {
  const next = (wanted + 1) % photos.length;
  const indexes = new Set([wanted, next]);
  photos.forEach(({ id }, index) => {
    if (seen.includes(id)) indexes.add(index);
  });
  return [...indexes].flatMap((index) => {
    const photo = photos[index];
    return photo ? [{ index, photo }] : [];
  });
}
