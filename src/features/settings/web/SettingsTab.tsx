import { NotLoaded } from '#platform/web/ui/EmptyState.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { HomeScreenSettings } from './HomeScreenSettings.tsx';
import { NameAndTime } from './NameAndTime.tsx';
import { PhotosAndCalls } from './PhotosAndCalls.tsx';
import { Place } from './Place.tsx';
import { useSettings } from './queries.ts';

/** All settings in four boxes; each is saved individually. */
export function SettingsTab() {
  const { data, isError, refetch } = useSettings();
  if (data === undefined) {
    return isError ? (
      <NotLoaded text="The settings could not be loaded." onRetry={refetch} />
    ) : (
      <Loading />
    );
  }
  return (
    <div className="grid grid-cols-1 gap-5.5 broad:grid-cols-2">
      <NameAndTime settings={data} />
      <Place settings={data} />
      <HomeScreenSettings settings={data} />
      <PhotosAndCalls settings={data} />
    </div>
  );
}

const BOXES = ['name', 'place', 'home', 'photos'];

function Loading() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-5.5 broad:grid-cols-2">
      {BOXES.map((box) => (
        <Skeleton key={box} className="h-80 w-full rounded-box" />
      ))}
    </div>
  );
}
