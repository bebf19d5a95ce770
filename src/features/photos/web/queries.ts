import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { moved } from '#kit/shared/ordering.ts';
import { callersOf } from '#kit/web/api.ts';
import { noteProblem } from '#kit/web/problems.ts';
import { type UploadOptions, uploaderOf } from '#kit/web/upload.ts';
import type { Photo, PhotoAlbum, PhotoCalls } from '../contract.ts';

const calls = callersOf<PhotoCalls>()({
  listAlbums: 'GET /api/photo-albums',
  createAlbum: 'POST /api/photo-albums',
  removeAlbum: 'DELETE /api/photo-albums/{id}',
  list: 'GET /api/photos/{albumId}',
  update: 'PUT /api/photos/{id}',
  move: 'PUT /api/photos/{id}/order',
  remove: 'DELETE /api/photos/{id}',
  look: 'POST /api/photos/looked',
});

const ALBUMS = ['photo-albums'];

const photosOf = (albumId: string) => ['photos', albumId];

export type NewAlbum = Parameters<typeof calls.createAlbum>[0]['body'];

/** The albums, oldest first; read again wherever they are shown. */
export function useAlbums() {
  return useQuery({ queryKey: ALBUMS, queryFn: () => calls.listAlbums(), staleTime: 0 });
}

/** The photos of an album by order; read again wherever they are shown. */
export function usePhotos(albumId: string) {
  return useQuery(photosIn(albumId));
}

function photosIn(albumId: string) {
  return queryOptions({
    queryKey: photosOf(albumId),
    queryFn: () => calls.list({ params: { albumId } }),
    staleTime: 0,
  });
}

export interface AllPhotos {
  /** Of every album, the newest upload first. */
  readonly photos: readonly Photo[];
  /** True until every album has been read once. */
  readonly isLoading: boolean;
  /** The albums themselves could not be read. */
  readonly isError: boolean;
}

/** The photos of all albums in one list; an album that cannot be read counts as an empty one. */
export function useAllPhotos(): AllPhotos {
  const { data: albums, isPending, isError } = useAlbums();
  const read = useQueries({
    queries: (albums ?? []).map(({ id }) => ({
      ...photosIn(id),
      queryFn: () => readOrNone(id),
    })),
    combine: merged,
  });
  return { photos: read.photos, isLoading: isPending || read.isPending, isError };
}

async function readOrNone(albumId: string): Promise<Photo[]> {
  try {
    return await calls.list({ params: { albumId } });
  } catch (error) {
    noteProblem('The photos of an album were not read', error);
    return [];
  }
}

function merged(results: readonly { data: Photo[] | undefined; isPending: boolean }[]) {
  return {
    photos: newestFirst(results.flatMap(({ data }) => data ?? [])),
    isPending: results.some(({ isPending }) => isPending),
  };
}

/** By the time of the upload; those of one moment stay as they are in their album. */
export function newestFirst(photos: readonly Photo[]): Photo[] {
  return photos.toSorted((one, other) => other.uploadedAt.localeCompare(one.uploadedAt));
}

/** Notes that this person looks at the photos now; answers until when they had seen. */
export function useLook() {
  return useMutation({ mutationFn: () => calls.look() });
}

export function useAddAlbum() {
  return useMutation({
    mutationFn: (body: NewAlbum) => calls.createAlbum({ body }),
    onSuccess: usePhotosChanged(),
  });
}

export function useRemoveAlbum() {
  return useMutation({
    mutationFn: (album: PhotoAlbum) => calls.removeAlbum({ params: { id: album.id } }),
    onSuccess: usePhotosChanged(),
  });
}

export function useCaption() {
  return useMutation({
    mutationFn: ({ photo, caption }: { photo: Photo; caption: string }) =>
      calls.update({ params: { id: photo.id }, body: { caption } }),
    onSuccess: usePhotosChanged(),
  });
}

const MOVES = ['move-photo'];

/**
 * Moves a photo to a place of its album. It is shown there at once; the album is read again when the
 * last of several moves has been made, or one has failed.
 */
export function useMovePhoto() {
  const client = useQueryClient();
  const changed = usePhotosChanged();
  return useMutation({
    mutationKey: MOVES,
    // One after the other, in the order of the presses.
    scope: { id: MOVES.join() },
    mutationFn: ({ photo, order }: Move) =>
      calls.move({ params: { id: photo.id }, body: { order } }),
    onMutate: ({ photo, order }: Move) => {
      const key = photosOf(photo.albumId);
      void client.cancelQueries({ queryKey: key });
      client.setQueryData<Photo[]>(key, (photos = []) => movedTo(photos, photo, order));
    },
    onSettled: (_data, error) =>
      error !== null || client.isMutating({ mutationKey: MOVES }) === 1 ? changed() : undefined,
  });
}

interface Move {
  readonly photo: Photo;
  readonly order: number;
}

function movedTo(photos: readonly Photo[], { id }: Photo, place: number): Photo[] {
  const ids = moved(
    photos.map((photo) => photo.id),
    id,
    place,
  );
  const known = new Map(photos.map((photo) => [photo.id, photo]));
  return ids.flatMap((each, order) => {
    const photo = known.get(each);
    return photo === undefined ? [] : [{ ...photo, order }];
  });
}

export function useRemovePhoto() {
  return useMutation({
    mutationFn: (photo: Photo) => calls.remove({ params: { id: photo.id } }),
    onSuccess: usePhotosChanged(),
  });
}

/** Reads albums and photos again; resolves when what is shown is up to date. */
export function usePhotosChanged() {
  const client = useQueryClient();
  return () => photosChanged(client);
}

async function photosChanged(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ALBUMS }),
    client.invalidateQueries({ queryKey: ['photos'] }),
  ]);
}

const upload = uploaderOf<PhotoCalls['upload']>(
  'POST /api/photo-albums/{albumId}/photos',
  'photos',
);

/** Sends one photo to an album, in whose list it then is; rejects with the reason. */
export function useSendPhoto() {
  const client = useQueryClient();
  return async (file: File, albumId: string, options: UploadOptions): Promise<void> => {
    const { photos } = await upload(file, { ...options, params: { albumId } });
    client.setQueryData<Photo[]>(photosOf(albumId), (known) => known && [...known, ...photos]);
  };
}
