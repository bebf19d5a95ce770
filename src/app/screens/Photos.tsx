import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useContext } from 'react';
import { useRecordActivity } from '#features/analytics/web/queries.ts';
import { HelpButton } from '#features/help-tips/web/HelpButton.tsx';
import { ReminderStands } from '#features/medications/web/elder/reminder-open.ts';
import { PhotoGrid, PhotoSkeletons } from '#features/photos/web/elder/PhotoGrid.tsx';
import { NoPhotos, PhotosHeading } from '#features/photos/web/elder/PhotosHeading.tsx';
import { PhotoViewer } from '#features/photos/web/elder/PhotoViewer.tsx';
import { thumbnailsAtHand } from '#features/photos/web/elder/thumbnails.ts';
import { usePhotoViewer } from '#features/photos/web/elder/use-photo-viewer.ts';
import { useSeenUntil } from '#features/photos/web/elder/use-seen-until.ts';
import { photosAtHand } from '#features/photos/web/newest-photos.ts';
import { useAllPhotos } from '#features/photos/web/queries.ts';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { useTimezone } from '#features/settings/web/use-timezone.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import { ProductBar } from '#platform/web/ui/SectionBar.tsx';
import { FloatingShowMore } from '#platform/web/ui/ShowMore.tsx';
import { useNow } from '#platform/web/use-now.ts';
import { useSpoken } from '#platform/web/voice/voice.ts';
import { sectionIcon } from './home/section-icons.ts';

const HELP = {
  currentPage: 'photos',
  userAction: 'viewing',
  userContext: 'browsing photo albums and viewing pictures',
};

export async function firstPhotosAtHand(client: QueryClient): Promise<void> {
  thumbnailsAtHand(await photosAtHand(client));
}

/** All photos of the household, newest first, with a full-screen viewer. */
export function PhotosScreen() {
  useRecordActivity('photos');
  useSpoken('title', 'Photos');
  const known = useSettings().data;
  const settings = known ?? DEFAULT_SETTINGS;
  const { photos, total, isLoading } = useAllPhotos();
  const startsByItself = !isLoading && known?.defaultToSlideshow === true;
  const { viewer, send } = usePhotoViewer(photos, startsByItself);
  const seenUntil = useSeenUntil(!isLoading);
  const thisYear = useThisYear();
  const isReminderStanding = useContext(ReminderStands);
  const open = useCallback((index: number) => send({ type: 'photo pressed', index }), [send]);
  const mayStart = !isLoading && photos.length > 0;
  return (
    <div className="key-photos">
      <div
        inert={viewer.status !== 'closed'}
        className="flex min-h-[calc(100dvh-var(--above,0rem))] flex-col"
      >
        <TopBar appName={settings.appName} />
        <main className="flex-1 px-4 pt-6 tablet:px-8">
          <PhotosHeading
            icon={sectionIcon('photos')}
            onStart={mayStart ? () => send({ type: 'start pressed' }) : undefined}
          />
          {isLoading && <PhotoSkeletons />}
          {!isLoading && photos.length === 0 && <NoPhotos icon={sectionIcon('photos')} />}
          {mayStart && (
            <PhotoGrid photos={photos} total={total} seenUntil={seenUntil} onOpen={open} />
          )}
        </main>
        {mayStart && <FloatingShowMore />}
        {viewer.status === 'closed' && <HelpButton place={HELP} />}
      </div>
      {viewer.status !== 'closed' && (
        <PhotoViewer
          photos={photos}
          total={total}
          viewer={viewer}
          send={send}
          seconds={settings.slideshowDisplayDuration}
          isHeld={isReminderStanding}
          isSpoken={settings.photoVoiceGuidanceEnabled}
          thisYear={thisYear}
        />
      )}
    </div>
  );
}

/** Returns the year in the household's time zone; undefined until the time zone is known. */
function useThisYear(): string | undefined {
  const now = useNow(HOUR_MS);
  const timezone = useTimezone();
  return timezone && localDate(now, timezone).slice(0, 4);
}

/** A separate component, so that the photos are not re-rendered each minute. */
function TopBar({ appName }: { appName: string }) {
  const now = useNow(MINUTE_MS);
  const timezone = useTimezone();
  return <ProductBar appName={appName} now={now} timezone={timezone} />;
}
