import { binFeature } from '#features/bin/server.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { pillPicture } from '#testing/hostile-pictures.ts';
import { type PictureServer, pictureServer } from '#testing/picture-server.ts';
import { type Answer, expectStatus, type TestHousehold } from '#testing/test-server.ts';
import type { Photo } from '../contract.ts';
import { albumsInBin, photosFeature, photosInBin, photoUploadsFeature } from '../server.ts';

/** Starts the photos, bin, pictures and medications features with a temporary folder. */
export function photoServer(
  environment: Record<string, string> = {},
  storeOf: (store: FileStore) => FileStore = (store) => store,
): Promise<PictureServer> {
  return pictureServer(environment, storeOf, (files) => [
    photosFeature(files),
    photoUploadsFeature(files, 0),
    binFeature([albumsInBin, photosInBin], files.store),
  ]);
}

let widths = 100;

/** Returns a different picture at each call. */
export function newPhoto(): Promise<Buffer> {
  widths += 1;
  return pillPicture(widths, 60).jpeg().toBuffer();
}

export async function firstAlbum(household: TestHousehold): Promise<string> {
  return (await household.as('user')('GET', '/api/photo-albums')).body[0].id;
}

/** Sends files in one form, with their names or as photo-1.jpg and so on. */
export function send(
  household: TestHousehold,
  albumId: string,
  files: readonly Buffer[] | Readonly<Record<string, Buffer>>,
): Promise<Answer> {
  const form = new FormData();
  const named = Array.isArray(files)
    ? files.map((bytes, at): [string, Buffer] => [`photo-${at + 1}.jpg`, bytes])
    : Object.entries(files);
  for (const [name, bytes] of named) form.append('photos', new Blob([bytes]), name);
  return household.as('admin')('POST', `/api/photo-albums/${albumId}/photos`, form);
}

/** Adds different photos to the first album. */
export async function added(household: TestHousehold, count: number): Promise<Photo[]> {
  const files = await Promise.all(Array.from({ length: count }, newPhoto));
  return expectStatus(await send(household, await firstAlbum(household), files), 201).body.photos;
}

/** Lists the photos of an album as the elder's screen does. */
export async function listed(household: TestHousehold, albumId: string): Promise<Photo[]> {
  const answer = await household.as('user')('GET', `/api/photos/${albumId}`);
  return expectStatus(answer, 200).body;
}

/** Returns the names of a household's files without the household's folder. */
export async function storedFor(store: FileStore, { accountId }: TestHousehold): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(accountId)) names.push(name.split('/')[1] ?? '');
  return names;
}
