import image from '@phosphor-icons/core/assets/duotone/image-broken-duotone.svg?raw';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';
import type { ShownPhoto } from '../../contract.ts';

interface SlideProps {
  photo: ShownPhoto;
  /** How the photo is called. */
  words: string;
  /** When it was taken, below its caption. */
  date: string | undefined;
  isShown: boolean;
  /** Whether it can be shown without a wait, also as a sign that it is broken. */
  onKnown: (id: string, isReady: boolean) => void;
}

/** One photo of the viewer with its caption; it waits unseen until it is decoded and wanted. */
export function Slide({ photo, words, date, isShown, onKnown }: SlideProps) {
  const { picture, isBroken } = useDecoded(photo.id, onKnown);
  const shape = photo.width / photo.height;
  return (
    <figure
      className="viewer-slide"
      data-shown={isShown}
      data-caption={photo.caption !== ''}
      aria-hidden={!isShown}
    >
      <Backdrop photo={photo} />
      <div className="viewer-stage" data-background>
        {isBroken && (
          <p className="viewer-broken">
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
          className="viewer-picture"
          style={{ aspectRatio: `${shape}`, width: `min(100cqw, calc(100cqh * ${shape}))` }}
        />
      </div>
      {photo.caption && (
        <figcaption className="viewer-caption">
          {/* The picture says the same, while there is one. */}
          <span aria-hidden={!isBroken || undefined}>{photo.caption}</span>
          {date && <span className="viewer-date">{date}</span>}
        </figcaption>
      )}
    </figure>
  );
}

/** The photo once more, small, blurred and dark, behind itself. */
function Backdrop({ photo }: { photo: ShownPhoto }) {
  const url = photo.thumbnails[0]?.url ?? photo.thumbnailUrl ?? photo.url;
  return <img alt="" src={url} draggable={false} className="viewer-backdrop" data-background />;
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
