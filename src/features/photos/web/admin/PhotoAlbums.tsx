import plus from '@phosphor-icons/core/assets/bold/folder-plus-bold.svg?raw';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { User } from '#features/sessions/contract.ts';
import { useLimit } from '#features/sessions/web/queries.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { RoomLeft } from '#platform/web/ui/RoomLeft.tsx';
import type { FoundPhoto, PhotoAlbum } from '../../contract.ts';
import { useAlbums } from '../queries.ts';
import { AlbumCard } from './AlbumCard.tsx';
import { AlbumDialog } from './AlbumDialog.tsx';
import { AlbumPhotos } from './AlbumPhotos.tsx';
import { firstOpen } from './album-messages.ts';
import { DeleteAlbum } from './DeleteAlbum.tsx';
import { FindField, FoundPhotos } from './FindPhotos.tsx';
import { PhotoDrop } from './PhotoDrop.tsx';
import { usePhotoUploads } from './photo-uploads.ts';
import { areUploadsVisible, type Uploads } from './UploadProgress.tsx';

type Asking = { kind: 'add' } | { kind: 'edit' | 'delete'; album: PhotoAlbum };

/** The albums, the drop area, and the photos of the open album. */
export function PhotoAlbums({ user }: { user: User }) {
  const query = useAlbums();
  const albums = query.data ?? [];
  const uploads = usePhotoUploads(user);
  const wanted = useSearchParams()[0].get('album') ?? undefined;
  // Undefined until an album is opened or closed; null when all are closed.
  const [chosen, setChosen] = useState<string | null | undefined>(wanted);
  const [asking, setAsking] = useState<Asking>();
  const [typed, setTyped] = useState('');
  const mostAlbums = useLimit('albums');
  const close = () => setAsking(undefined);
  const openId = chosen === undefined ? firstOpen(albums) : chosen;
  const open = albums.find(({ id }) => id === openId);
  const isFinding = typed.trim() !== '';
  const openFound = ({ albumId }: FoundPhoto) => {
    setTyped('');
    setChosen(albumId);
  };
  return (
    <div className="grid gap-5.5">
      <div className="flex flex-wrap items-start justify-end gap-3">
        {isFinding || albums.some(({ photoCount }) => photoCount > 0) ? (
          <FindField typed={typed} onTyped={setTyped} />
        ) : null}
        <span className="ml-auto">
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
        </span>
      </div>
      {isFinding ? (
        <FoundPhotos typed={typed} onOpen={openFound} />
      ) : (
        <ListState
          query={query}
          isEmpty={albums.length === 0}
          emptyText="No albums yet. Add the first one."
          errorText="The albums could not be loaded."
        >
          <AlbumList
            albums={albums}
            openId={open?.id}
            onToggle={(album) => setChosen(album.id === open?.id ? null : album.id)}
            onAsk={setAsking}
          />
        </ListState>
      )}
      {/* Uploads in progress stay visible. */}
      {isFinding && !areUploadsVisible(uploads) ? null : (
        <RoomForPhotos albums={query.data} uploads={uploads}>
          <PhotoDrop album={open} uploads={uploads} />
        </RoomForPhotos>
      )}
      {open && !isFinding ? <AlbumPhotos key={open.id} album={open} albums={albums} /> : null}
      {asking?.kind === 'add' ? <AlbumDialog onSaved={setChosen} onClose={close} /> : null}
      {asking?.kind === 'edit' ? <AlbumDialog album={asking.album} onClose={close} /> : null}
      {asking?.kind === 'delete' ? <DeleteAlbum album={asking.album} onClose={close} /> : null}
    </div>
  );
}

interface AlbumListProps {
  albums: readonly PhotoAlbum[];
  openId: string | undefined;
  onToggle: (album: PhotoAlbum) => void;
  onAsk: (asking: Asking) => void;
}

function AlbumList({ albums, openId, onToggle, onAsk }: AlbumListProps) {
  return (
    <ul
      aria-label="Albums"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4.5"
    >
      {albums.map((album) => (
        <AlbumCard
          key={album.id}
          album={album}
          isOpen={album.id === openId}
          onToggle={() => onToggle(album)}
          onEdit={() => onAsk({ kind: 'edit', album })}
          onDelete={() => onAsk({ kind: 'delete', album })}
        />
      ))}
    </ul>
  );
}

interface RoomForPhotosProps {
  albums: readonly PhotoAlbum[] | undefined;
  uploads: Uploads;
  children: ReactNode;
}

/** Photos in upload and rejected ones stay visible when the quota is reached. */
function RoomForPhotos({ albums, uploads, children }: RoomForPhotosProps) {
  const most = useLimit('photos');
  const used = albums?.reduce((sum, { photoCount }) => sum + photoCount, 0);
  return (
    <RoomLeft
      used={areUploadsVisible(uploads) ? undefined : used}
      most={most}
      things="photos"
      wayOut="Delete some first"
      place="above"
    >
      {children}
    </RoomLeft>
  );
}
