import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import { useState } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';

interface PillPictureProps {
  url: string | null;
  /** Empty if the name of the medication is shown next to the picture. */
  alt: string;
  /**
   * If true, a photo with another aspect ratio is shown whole, on a blurred copy of itself.
   * Default: the photo is cropped to the middle.
   */
  isWhole?: boolean;
  /** If true, renders nothing if there is no photo. */
  isOnlyPhoto?: boolean;
  className: string;
}

const FILLS = 'absolute inset-0 size-full';

/**
 * Shows the photo of the pill. Without one, or if it cannot be loaded, shows a neutral icon, never
 * another pill.
 */
export function PillPicture({ url, alt, isWhole = false, ...rest }: PillPictureProps) {
  const [broken, setBroken] = useState<string>();
  const hasPicture = url !== null && url !== broken;
  if (!hasPicture && rest.isOnlyPhoto) return null;
  return (
    <span className={`relative grid place-items-center overflow-hidden ${rest.className}`}>
      {hasPicture && isWhole && (
        <img src={url} alt="" className={`${FILLS} scale-150 object-cover blur-2xl`} />
      )}
      {hasPicture ? (
        <img
          src={url}
          alt={alt}
          onError={() => setBroken(url)}
          className={`${FILLS} ${isWhole ? 'object-contain' : 'object-cover'}`}
        />
      ) : (
        <Icon of={pill} />
      )}
    </span>
  );
}
