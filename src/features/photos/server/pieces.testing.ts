import { createHash } from 'node:crypto';
import { noisyPhoto } from '#testing/noise.ts';
import { type Answer, expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { MIN_CHUNK_BYTES } from '../domain/chunks.ts';
import { firstAlbum } from './testing.ts';

/** Returns a different photo at each call, with a size of two to three minimum chunks. */
export const largePhoto = () => noisyPhoto(256);

/** Begins an upload, by default with the key `key` into the first album. */
export async function begin(
  household: TestHousehold,
  photo: Buffer,
  told: { key?: string; albumId?: string; bytes?: number } = {},
): Promise<Answer> {
  const { key = 'key', bytes = photo.length, albumId = await firstAlbum(household) } = told;
  const sha256 = createHash('sha256').update(photo).digest('hex');
  const body = { key, name: 'lake.jpg', bytes, sha256 };
  return household.as('admin')('POST', `/api/photo-albums/${albumId}/uploads`, body);
}

export function putPiece(
  household: TestHousehold,
  start: number,
  bytes: Buffer,
  key = 'key',
): Promise<Answer> {
  const form = new FormData();
  form.append('piece', new Blob([bytes]), 'piece');
  return household.as('admin')('PUT', `/api/photo-uploads/${key}/piece?start=${start}`, form);
}

/** Sends all chunks from that offset; returns the last response. */
export async function sendAll(household: TestHousehold, photo: Buffer, from = 0) {
  let said: unknown;
  for (let at = from; at < photo.length; at += MIN_CHUNK_BYTES) {
    const answer = await putPiece(household, at, photo.subarray(at, at + MIN_CHUNK_BYTES));
    said = expectStatus(answer, 200).body;
  }
  return said;
}

export function finish(household: TestHousehold, key = 'key', caption = ''): Promise<Answer> {
  return household.as('admin')('POST', `/api/photo-uploads/${key}/photo`, { caption });
}
