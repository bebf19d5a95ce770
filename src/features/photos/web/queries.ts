import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { callersOf } from '#platform/web/api.ts';
import { createMutation, useChange } from '#platform/web/create-mutation.ts';
import { createQuery } from '#platform/web/create-query.ts';
import type { Photo, PhotoCalls, ShownPhoto } from '../contract.ts';
import { MAX_CHOSEN } from '../limits.ts';
import { NEWEST, type NewestPage, PHOTOS } from './newest-photos.ts';

const calls = callersOf<PhotoCalls>()({
  listAlbums: 'GET /api/photo-albums',
  createAlbum: 'POST /api/photo-albums',
  updateAlbum: 'PUT /api/photo-albums/{id}',
  removeAlbum: 'DELETE /api/photo-albums/{id}',
  list: 'GET /api/photos/{albumId}',
  update: 'PUT /api/photos/{id}',
  reorder: 'PUT /api/photo-albums/{id}/order',
  moveMany: 'PUT /api/photo-albums/{id}/photos',
  remove: 'DELETE /api/photos/{id}',
  removeMany: 'POST /api/photos/delete',
  look: 'POST /api/photos/looked',
});

const ALBUMS = ['photo-albums'];

export const photosOf = (albumId: string) => [...PHOTOS, albumId];

/** The albums, oldest first; refetched wherever they are shown. */
export const useAlbums = createQuery(ALBUMS, calls.listAlbums, { staleTime: 0 });

/** The photos of an album by order; refetched wherever they are shown. */
export function usePhotos(albumId: string) {
  return useQuery({
    queryKey: photosOf(albumId),
    queryFn: () => calls.list({ params: { albumId } }),
    staleTime: 0,
  });
}

export interface AllPhotos {
  /** Loaded photos of all albums, newest upload first. */
  readonly photos: readonly ShownPhoto[];
  /** Number of photos on all pages. */
  readonly total: number;
  readonly isLoading: boolean;
}

/** Milliseconds in which the network and the CPU are reserved for the first pictures. */
const FIRST_PICTURES_MS = 1500;

/** Milliseconds between two pages, so that a slow tablet can scroll meanwhile. */
const BETWEEN_PAGES_MS = 100;

/** The photos of all albums in one list that grows page by page; empty on an error. */
export function useAllPhotos(): AllPhotos {
  const { data, isPending, isFetching, isError, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...NEWEST,
    getNextPageParam: ({ next }) => next,
    // Structural comparison of thousands of photos costs more than it saves.
    structuralSharing: false,
    staleTime: 0,
  });
  const readsOn = hasNextPage && !isFetching && !isError;
  const isFirst = data?.pages.length === 1;
  useEffect(() => {
    if (!readsOn) return;
    const ending = new AbortController();
    const { signal } = ending;
    const read = () => {
      if (signal.aborted) return;
      ending.abort();
      void fetchNextPage();
    };
    const timer = setTimeout(read, isFirst ? FIRST_PICTURES_MS : BETWEEN_PAGES_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    // A scroll or key press loads the next page at once.
    if (isFirst) for (const type of ['scroll', 'keydown']) addEventListener(type, read, { signal });
    return () => ending.abort();
  }, [readsOn, isFirst, fetchNextPage]);
  const photos = useMemo(() => data?.pages.flatMap((page) => page.photos) ?? [], [data]);
  return { photos, total: data?.pages.at(-1)?.total ?? 0, isLoading: isPending };
}

/** Caches only the newest `most` photos on the device, as if there were no others. */
export const newestPhotos = (most: number) => ({
  prefix: NEWEST.queryKey,
  partOf: ({ pages }: InfiniteData<NewestPage>) => {
    const photos = pages.flatMap((page) => page.photos).slice(0, most);
    const page: NewestPage = { photos, total: photos.length, next: null };
    return { pages: [page], pageParams: [NEWEST.initialPageParam] };
  },
});

/** Records that this person sees the photos now; returns the previously recorded time. */
export function useLook() {
  return useChange(() => calls.look());
}

export const useAddAlbum = createMutation(calls.createAlbum, ALBUMS, PHOTOS);
export const useUpdateAlbum = createMutation(calls.updateAlbum, ALBUMS, PHOTOS);
export const useRemoveAlbum = createMutation(calls.removeAlbum, ALBUMS, PHOTOS);
export const useCaption = createMutation(calls.update, ALBUMS, PHOTOS);
export const useRemovePhoto = createMutation(calls.remove, ALBUMS, PHOTOS);

export function useReorder() {
  return useMutation({
    mutationFn: ({ albumId, ids }: { albumId: string; ids: string[] }) =>
      calls.reorder({ params: { id: albumId }, body: { ids } }),
    onSettled: usePhotosChanged(),
  });
}

/** Moves photos to the end of an album; returns the number of moved ones. */
export function useMoveMany() {
  return useMutation({
    mutationFn: ({ albumId, ids }: { albumId: string; ids: readonly string[] }) =>
      inParts(ids, async (part) => {
        return (await calls.moveMany({ params: { id: albumId }, body: { ids: part } })).moved;
      }),
    onSettled: usePhotosChanged(),
  });
}

/** Deletes photos; returns their number. Photos that do not exist any more are not counted. */
export function useRemoveMany() {
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      inParts(ids, async (part) => (await calls.removeMany({ body: { ids: part } })).removed),
    onSettled: usePhotosChanged(),
  });
}

/** Splits the ids into several requests; returns the sum of their results. */
async function inParts(
  ids: readonly string[],
  call: (part: string[]) => Promise<number>,
): Promise<number> {
  let done = 0;
  for (let at = 0; at < ids.length; at += MAX_CHOSEN) {
    done += await call(ids.slice(at, at + MAX_CHOSEN));
  }
  return done;
}

/** Returns a function that refetches albums and photos, and resolves when they are updated. */
export function usePhotosChanged() {
  const client = useQueryClient();
  return () => photosChanged(client);
}

/** Like `usePhotosChanged`, outside of a component. */
export async function photosChanged(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ALBUMS }),
    client.invalidateQueries({ queryKey: PHOTOS }),
  ]);
}

/** Changes the caption of an uploaded photo, outside of a component. */
export async function captionPhoto(
  client: QueryClient,
  id: string,
  caption: string,
): Promise<void> {
  const changed = await calls.update({ params: { id }, body: { caption } });
  client.setQueryData<Photo[]>(photosOf(changed.albumId), (known) =>
    known?.map((photo) => (photo.id === id ? { ...photo, caption: changed.caption } : photo)),
  );
}
