import plus from '@phosphor-icons/core/assets/bold/folder-plus-bold.svg?raw';
import { type ReactNode, useState } from 'react';
import { useLimit } from '#features/sessions/web/queries.ts';
import { Button } from '#kit/web/ui/Button.tsx';
import { ListState } from '#kit/web/ui/ListState.tsx';
import { RoomLeft } from '#kit/web/ui/RoomLeft.tsx';
import type { PhotoAlbum } from '../../contract.ts';
import { useAlbums } from '../queries.ts';
import { AddAlbum } from './AddAlbum.tsx';
import { AlbumCard } from './AlbumCard.tsx';
import { AlbumPhotos } from './AlbumPhotos.tsx';
import { firstOpen } from './album-messages.ts';
import { DeleteAlbum } from './DeleteAlbum.tsx';
import { PhotoDrop } from './PhotoDrop.tsx';
import { sumOf } from './photo-queue.ts';
import { usePhotoQueue } from './use-photo-queue.ts';

type Asking = { kind: 'add' } | { kind: 'delete'; album: PhotoAlbum };

/** The albums, the place to drop photos on, and the photos of the album that is open. */
export function PhotoAlbums() {
  const query = useAlbums();
  const albums = query.data ?? [];
  const queue = usePhotoQueue();
  // Until somebody opens or closes one; null when none is to be open.
  const [chosen, setChosen] = useState<string | null>();
  const [asking, setAsking] = useState<Asking>();
  const mostAlbums = useLimit('albums');
  const close = () => setAsking(undefined);
  const openId = chosen === undefined ? firstOpen(albums) : chosen;
  const open = albums.find(({ id }) => id === openId);
  return (
    <div className="grid gap-5.5">
      <div className="flex justify-end">
        <RoomLeft
          used={query.data?.length}
          most={mostAlbums}
          things="albums"
          wayOut="Delete one first"
        >
          <Button icon={plus} onPress={() => setAsking({ kind: 'add' })}>
            Add album
          </Button>
        </RoomLeft>
      </div>
      <ListState
        query={query}
        isEmpty={albums.length === 0}
        emptyText="No albums yet. Add the first one."
        errorText="The albums could not be loaded."
      >
        <ul
          aria-label="Albums"
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4.5"
        >
          {albums.map((album) => (
            <AlbumCard
              key={album.id}
              album={album}
              isOpen={album.id === open?.id}
              onToggle={() => setChosen(album.id === open?.id ? null : album.id)}
              onDelete={() => setAsking({ kind: 'delete', album })}
            />
          ))}
        </ul>
      </ListState>
      <RoomForPhotos albums={query.data} queue={queue}>
        <PhotoDrop album={open} queue={queue} />
      </RoomForPhotos>
      {open ? <AlbumPhotos key={open.id} album={open} /> : null}
      {asking?.kind === 'add' ? <AddAlbum onAdded={setChosen} onClose={close} /> : null}
      {asking?.kind === 'delete' ? <DeleteAlbum album={asking.album} onClose={close} /> : null}
    </div>
  );
}

interface RoomForPhotosProps {
  albums: readonly PhotoAlbum[] | undefined;
  queue: ReturnType<typeof usePhotoQueue>;
  children: ReactNode;
}

/** Photos on their way, and those that were refused, stay to be seen when the room is full. */
function RoomForPhotos({ albums, queue, children }: RoomForPhotosProps) {
  const most = useLimit('photos');
  const { isOver, refused } = sumOf(queue.photos);
  const used = albums?.reduce((sum, { photoCount }) => sum + photoCount, 0);
  const isSaid = isOver && refused.length === 0;
  return (
    <RoomLeft
      used={isSaid ? used : undefined}
      most={most}
      things="photos"
      wayOut="Delete some first"
      place="above"
    >
      {children}
    </RoomLeft>
  );
}
