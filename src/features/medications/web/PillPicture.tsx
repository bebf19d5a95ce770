import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import { useState } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';

interface PillPictureProps {
  url: string | null;
  /** Empty where the name of the medication stands beside it. */
  alt: string;
  /** All of it, before a soft copy of itself where its shape is another one; otherwise its middle. */
  isWhole?: boolean;
  /** Where there is no photo, nothing stands in its place. */
  isOnlyPhoto?: boolean;
  className: string;
}

const FILLS = 'absolute inset-0 size-full';

/** The photo of this very pill; without one, or when it cannot be shown, a plain sign, never another pill. */
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
