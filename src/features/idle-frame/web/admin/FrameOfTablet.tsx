import { useAlbums } from '#features/photos/web/queries.ts';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { Checkbox } from '#platform/web/ui/Checkbox.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import type { FrameSetting } from '../../contract.ts';
import { photoMs } from '../../domain/idle-rules.ts';
import { FRAME_MINUTES } from '../../limits.ts';
import { useFramesOf, useSaveFrame } from './frame-queries.ts';

interface FrameOfTabletProps {
  /** The person who uses the tablet. */
  userId: string;
  device: { readonly id: string; readonly name: string };
}

interface PartProps {
  frame: FrameSetting;
  save: (change: Partial<FrameSetting>) => void;
}

const OFF = 'off';

/**
 * The settings of the photo frame of one tablet: when it starts, which albums it shows, and how
 * long it shows each photo.
 */
export function FrameOfTablet({ userId, device }: FrameOfTabletProps) {
  const frame = useFramesOf(userId).data?.find(({ deviceId }) => deviceId === device.id);
  const save = useSaveFrame(userId, device.id);
  if (frame === undefined) return null;
  return (
    <section aria-label={`Photo frame of ${device.name}`} className="grid gap-4">
      <Select
        label="Photos when nobody touches the tablet"
        description="The home screen becomes a photo frame with the time and what is next. A touch, or a reminder, ends it."
        options={[
          { value: OFF, label: 'Off' },
          ...FRAME_MINUTES.map((minutes) => ({
            value: String(minutes),
            label: `After ${minutes} minutes`,
          })),
        ]}
        value={String(frame.minutes ?? OFF)}
        onChange={(chosen) =>
          save({ minutes: FRAME_MINUTES.find((minutes) => String(minutes) === chosen) ?? null })
        }
      />
      {frame.minutes === null ? null : (
        <>
          <PhotoSeconds frame={frame} save={save} />
          <Albums frame={frame} save={save} />
        </>
      )}
    </section>
  );
}

const SECONDS = [15, 20, 30, 60, 120, 300];

const AS_SLIDESHOW = 'as slideshow';

function PhotoSeconds({ frame: { seconds }, save }: PartProps) {
  const { slideshowDisplayDuration } = useSettings().data ?? DEFAULT_SETTINGS;
  const usual = photoMs(null, slideshowDisplayDuration) / SECOND_MS;
  const all = [...new Set([...SECONDS, ...(seconds === null ? [] : [seconds])])];
  return (
    <Select
      label="Seconds per photo"
      options={[
        { value: AS_SLIDESHOW, label: `As in the slideshow, at least 15 (now ${usual})` },
        ...all
          .sort((one, other) => one - other)
          .map((one) => ({ value: `${one}`, label: `${one}` })),
      ]}
      value={seconds === null ? AS_SLIDESHOW : String(seconds)}
      onChange={(chosen) => save({ seconds: chosen === AS_SLIDESHOW ? null : Number(chosen) })}
    />
  );
}

/**
 * The choice of albums. If none is chosen, all albums are shown, including those that are added
 * later.
 */
function Albums({ frame: { albumIds }, save }: PartProps) {
  const { data: albums = [] } = useAlbums();
  if (albums.length < 2) return null;
  const ids = albums.map(({ id }) => id);
  const chosen = albumIds?.filter((id) => ids.includes(id)) ?? null;
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Albums</legend>
      <Checkbox
        label="All albums"
        isSelected={chosen === null || chosen.length === 0}
        onChange={(isAll) => save({ albumIds: isAll ? null : ids })}
      />
      {chosen === null || chosen.length === 0
        ? null
        : albums.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              isSelected={chosen.includes(id)}
              isDisabled={chosen.length === 1 && chosen.includes(id)}
              onChange={(isChosen) =>
                save({ albumIds: chosen.filter((one) => one !== id).concat(isChosen ? id : []) })
              }
            />
          ))}
    </fieldset>
  );
}
