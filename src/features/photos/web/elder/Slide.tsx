import image from '@phosphor-icons/core/assets/duotone/image-broken-duotone.svg?raw';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { ShownPhoto } from '../../contract.ts';

interface SlideProps {
  photo: ShownPhoto;
  /** Accessible name of the photo. */
  words: string;
  /** Date on which the photo was taken, shown below the caption. */
  date: string | undefined;
  isShown: boolean;
  /** Called when the photo is decoded or known to be broken. */
  onKnown: (id: string, isReady: boolean) => void;
}

/** A photo of the viewer with its caption, hidden until it is decoded and current. */
export function Slide({ photo, words, date, isShown, onKnown }: SlideProps) {
  const { picture, isBroken } = useDecoded(photo.id, onKnown);
  const shape = photo.width / photo.height;
  return (
    <figure
      className="pointer-events-none col-[1] row-[2] grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] opacity-0 transition-opacity duration-200 data-[shown=true]:pointer-events-auto data-[shown=true]:opacity-100 broad:row-[1/4] short:row-[2] short:min-h-auto short:grid-rows-[auto_auto] short:data-[shown=false]:hidden"
      data-shown={isShown}
      data-caption={photo.caption !== ''}
      aria-hidden={!isShown}
    >
      <Backdrop photo={photo} />
      {/* The arrows are beside the photo and never cover it. */}
      <div
        className="relative grid place-items-center [container-type:size] broad:mx-40 broad:mt-3.5 short:m-0 short:h-[max(12rem,70dvh)]"
        data-background
      >
        {isBroken && (
          <p className="grid justify-items-center gap-4 rounded-card bg-sunk p-8 text-center text-[1.625rem] text-ink [--glyph:var(--color-white)] [&_.icon]:text-[6rem]">
            <Icon of={image} />
            This photo cannot be shown right now.
          </p>
        )}
        <img
          ref={picture}
          hidden={isBroken}
          src={photo.url}
          alt={words}
          decoding="sync"
          draggable={false}
          className="max-h-full max-w-full rounded-print object-contain supports-[width:1cqw]:max-h-none supports-[width:1cqw]:max-w-none"
          // Without container units (Chrome before 105) the photo has its natural size, limited by
          // its frame.
          style={{ aspectRatio: `${shape}`, width: `min(100cqw, calc(100cqh * ${shape}))` }}
        />
      </div>
      {photo.caption && (
        // Dark enough for white text on a bright photo.
        <figcaption className="relative grid max-h-[40dvh] min-h-22 content-center overflow-y-auto text-balance bg-[linear-gradient(transparent,rgb(18_21_31/50%)_30%_70%,transparent)] px-4 py-3 text-center font-[640] text-[1.5rem] leading-tight [text-shadow:0_0_0.5rem_rgb(18_21_31/80%)] tablet:min-h-31 tablet:text-[2.25rem] broad:px-52 short:max-h-none short:px-4">
          {/* The caption is hidden from screen readers while the picture has the same text
              alternative. */}
          <span aria-hidden={!isBroken || undefined}>{photo.caption}</span>
          {date && (
            <span className="font-semibold text-[1.5rem] tablet:text-[1.625rem]">{date}</span>
          )}
        </figcaption>
      )}
    </figure>
  );
}

/**
 * The photo again as a small, blurred and darkened background. It extends beyond the viewer,
 * because a blurred edge would look bright.
 */
function Backdrop({ photo }: { photo: ShownPhoto }) {
  const url = photo.thumbnails[0]?.url ?? photo.thumbnailUrl ?? photo.url;
  return (
    <img
      alt=""
      src={url}
      draggable={false}
      className="absolute -inset-20 h-[calc(100%+10rem)] w-[calc(100%+10rem)] max-w-none object-cover blur-[2.25rem] brightness-[0.42] short:fixed"
      data-background
    />
  );
}

function useDecoded(id: string, onKnown: SlideProps['onKnown']) {
  const picture = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const { current } = picture;
    if (!current) return;
    let isWaited = true;
    const known = () => {
      if (!isWaited) return;
      setBroken(!current.complete || current.naturalWidth === 0);
      onKnown(id, true);
    };
    void current.decode().then(known, known);
    return () => {
      isWaited = false;
      onKnown(id, false);
    };
  }, [id, onKnown]);
  return { picture, isBroken };
}
