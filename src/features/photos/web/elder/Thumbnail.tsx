import image from '@phosphor-icons/core/assets/duotone/image-broken-duotone.svg?raw';
import { useState } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { ShownPhoto } from '../../contract.ts';
import { SIZES, srcSetOf } from './thumbnails.ts';

const PICTURE =
  'print-picture absolute inset-x-(--print-border) top-(--print-border) aspect-square w-[calc(100%-2*var(--print-border))] rounded-print bg-sunk object-cover';

/** Square picture of the grid: the thumbnail, otherwise the full photo, otherwise an icon. */
export function Thumbnail({ photo }: { photo: ShownPhoto }) {
  const { thumbnailUrl, thumbnails, url } = photo;
  const [shown, setShown] = useState<'thumbnail' | 'whole' | 'broken'>(
    thumbnailUrl === null ? 'whole' : 'thumbnail',
  );
  if (shown === 'broken') {
    return (
      <span
        className={`${PICTURE} print-broken grid place-items-center text-[4.5rem] text-soft [--glyph:var(--color-white)]`}
      >
        <Icon of={image} />
      </span>
    );
  }
  const isWhole = shown === 'whole' || thumbnailUrl === null;
  const widths = srcSetOf(thumbnails);
  return (
    <img
      key={shown}
      alt=""
      decoding="async"
      draggable={false}
      className={`${PICTURE} block`}
      {...(isWhole || widths === '' ? {} : { sizes: SIZES, srcSet: widths })}
      src={isWhole ? url : thumbnailUrl}
      onError={() => setShown(isWhole ? 'broken' : 'whole')}
    />
  );
}
