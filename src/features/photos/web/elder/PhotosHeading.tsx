import play from '@phosphor-icons/core/assets/fill/play-fill.svg?raw';
import { useScreenTitle } from '#platform/web/screen-title.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';

interface PhotosHeadingProps {
  icon: string;
  /** Undefined without photos. */
  onStart: (() => void) | undefined;
}

export function PhotosHeading({ icon, onStart }: PhotosHeadingProps) {
  useScreenTitle('Photos');
  return (
    <div className="mb-4.5 flex flex-col gap-4 tablet:flex-row tablet:items-center tablet:gap-6">
      <div className="flex min-w-0 flex-1 items-center gap-4 tablet:gap-5.5">
        <span className="photos-arch grid size-21 flex-none place-items-center rounded-t-[2.625rem] rounded-b-2xl bg-key text-[3.25rem] text-white [--glyph:var(--key-glyph)] [--icon-weight:2]">
          <Icon of={icon} />
        </span>
        <div className="min-w-0">
          <h1 className="font-bold text-[2.5rem] leading-tight tablet:text-page">Photos</h1>
          <p className="text-elder text-soft">Browse through your photo memories</p>
        </div>
      </div>
      {onStart && (
        <TouchButton
          variant="key"
          icon={play}
          onPress={onStart}
          className="min-h-20! flex-none text-item!"
        >
          Start Slideshow
        </TouchButton>
      )}
    </div>
  );
}

export function NoPhotos({ icon }: { icon: string }) {
  return (
    <div className="forced-border grid min-h-125 content-center justify-items-center gap-4 rounded-card bg-surface px-4 py-10 text-center shadow-e1">
      <span className="mb-3 grid h-50 w-45 place-items-center rounded-t-[5.625rem] rounded-b-3xl bg-key-tint text-[6.5rem] text-key [--glyph:var(--color-white)] [--icon-weight:2]">
        <Icon of={icon} />
      </span>
      <h2 className="font-bold text-[2.25rem] leading-tight tablet:text-bar">No Photos Yet</h2>
      <p className="max-w-165 text-elder text-soft tablet:text-press tablet:leading-snug">
        Photos will appear here once they are added by your care team.
      </p>
    </div>
  );
}
