import { useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import type { Photo, PhotoAlbum } from '../../contract.ts';
import { usePhotos } from '../queries.ts';
import { nameOf } from './album-messages.ts';
import { ChosenPhotos, useOrdering } from './ChosenPhotos.tsx';
import { afterPress, byDate, type DateOrder } from './choosing.ts';
import { DeletePhoto } from './DeletePhoto.tsx';
import { PhotoCard } from './PhotoCard.tsx';
import { PhotoList } from './PhotoList.tsx';
import { useLifting, useMoving } from './use-moving.ts';

interface AlbumPhotosProps {
  album: PhotoAlbum;
  albums: readonly PhotoAlbum[];
}

/** The photos of an album by order, with actions for each and for the selected ones. */
export function AlbumPhotos({ album, albums }: AlbumPhotosProps) {
  const query = usePhotos(album.id);
  const photos = query.data ?? [];
  const total = photos.length;
  const [deleting, setDeleting] = useState<Photo>();
  const wanted = useSearchParams()[0].get('show');
  const { chosen, setChosen, press } = useChosen(photos);
  const put = useMoving(album, photos);
  const lifting = useLifting(photos, chosen, put);
  const { lifted } = lifting;
  return (
    <section aria-label={`Photos in ${album.name}`} className="grid gap-4.5">
      <ListState
        query={query}
        isEmpty={total === 0}
        emptyText="No photos in this album yet"
        errorText="The photos could not be loaded."
      >
        {total > 1 ? <DateOrdering album={album} photos={photos} /> : null}
        <PhotoList
          chosen={chosen}
          wanted={wanted}
          lifting={lifting}
          onPut={put}
          card={(photo) => (
            <PhotoCard
              photo={photo}
              total={total}
              isChosen={chosen.has(photo.id)}
              isLifted={lifted?.ids.includes(photo.id) ?? false}
              onChoose={(isRange) => press(photo.id, isRange)}
              onLift={() => (lifted ? lifting.drop() : lifting.lift(photo.id))}
              onMove={(step) => put([photo.id], photo.order + step)}
              onDelete={() => setDeleting(photo)}
            />
          )}
        />
        {chosen.size > 0 && lifted === undefined ? (
          <ChosenPhotos {...{ album, albums, photos, chosen }} onChosen={setChosen} />
        ) : null}
      </ListState>
      {deleting ? (
        <DeletePhoto
          photo={deleting}
          name={nameOf(deleting, total)}
          onClose={() => setDeleting(undefined)}
        />
      ) : null}
    </section>
  );
}

/** Selected photos that still exist; another person may delete some meanwhile. */
function useChosen(photos: readonly Photo[]) {
  const [all, setChosen] = useState<ReadonlySet<string>>(new Set());
  const before = useRef<string>(undefined);
  const ids = photos.map(({ id }) => id);
  const chosen = new Set(all.size === 0 ? [] : ids.filter((id) => all.has(id)));
  const press = (id: string, isRange: boolean) => {
    setChosen(afterPress(ids, chosen, { id, before: before.current, isRange }));
    before.current = id;
  };
  return { chosen, setChosen, press };
}

const DATE_ORDERS: { value: DateOrder; label: string }[] = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
];

/** Orders the whole album by date; photos can be moved manually afterwards. */
function DateOrdering({ album, photos }: { album: PhotoAlbum; photos: readonly Photo[] }) {
  const before = photos.map(({ id }) => id);
  const order = useOrdering(album, before);
  return (
    <Select
      label="Order by date"
      hidesLabel
      className="w-full justify-self-end tablet:w-60"
      value={null}
      placeholder="Order by date…"
      options={DATE_ORDERS}
      onChange={(wanted) => {
        const word = DATE_ORDERS.find(({ value }) => value === wanted)?.label ?? '';
        order.run(byDate(photos, wanted), word);
      }}
    />
  );
}
