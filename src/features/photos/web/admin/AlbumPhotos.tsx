import { useState } from 'react';
import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { ListState } from '#kit/web/ui/ListState.tsx';
import type { Photo, PhotoAlbum } from '../../contract.ts';
import { useMovePhoto, usePhotos } from '../queries.ts';
import { nameOf } from './album-messages.ts';
import { DeletePhoto } from './DeletePhoto.tsx';
import { PhotoCard } from './PhotoCard.tsx';

/** So many cards are made at once; an album may hold thousands. */
const SHOWN_AT_ONCE = 60;

/** The photos of an album by order, each with what can be done with it. */
export function AlbumPhotos({ album }: { album: PhotoAlbum }) {
  const query = usePhotos(album.id);
  const photos = query.data ?? [];
  const total = photos.length;
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const [deleting, setDeleting] = useState<Photo>();
  const move = useMoving(total);
  return (
    <section aria-label={`Photos in ${album.name}`} className="grid gap-4.5">
      <ListState
        query={query}
        isEmpty={total === 0}
        emptyText="No photos in this album yet"
        errorText="The photos could not be loaded."
      >
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))] gap-4.5">
          {photos.slice(0, shown).map((photo) => (
            <PhotoCard
              key={photo.id}
              photo={photo}
              total={total}
              onMove={(step) => move(photo, photo.order + step)}
              onDelete={() => setDeleting(photo)}
            />
          ))}
        </ul>
        {total > shown ? (
          <Button
            variant="outline"
            className="justify-self-center"
            onPress={() => setShown((before) => before + SHOWN_AT_ONCE)}
          >
            Show more photos
          </Button>
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

function useMoving(total: number) {
  const move = useMovePhoto();
  return (photo: Photo, order: number) => {
    const name = photo.caption || 'The photo';
    move.mutate(
      { photo, order },
      {
        onSuccess: () =>
          toast.success('Photo order updated', `${name} is now ${order + 1} of ${total}.`),
        onError: () => toast.error('Error', 'Failed to update photo order. Please try again.'),
      },
    );
  };
}
