import { createHash } from 'node:crypto';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

/** The smallest GIF: one pixel. */
export const PICTURE = new Blob([
  Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64'),
]);

export function pillForm(): FormData {
  const form = new FormData();
  form.append('pill-image', PICTURE, 'pill.gif');
  return form;
}

/** Uploads a pill picture that no medication uses yet; returns its name. */
export async function uploadedPill(household: TestHousehold): Promise<string> {
  const answer = await household.as('admin')('POST', '/api/upload-pill-image', pillForm());
  return String(answer.body.imageUrl).replace('/uploads/', '');
}

async function firstAlbum(household: TestHousehold) {
  const answer = await household.as('user')('GET', '/api/photo-albums');
  return { id: String(answer.body[0].id) };
}

function photoForm(): FormData {
  const form = new FormData();
  form.append('photos', PICTURE, 'beach.gif');
  return form;
}

async function uploadedPhoto(household: TestHousehold) {
  const { id } = await firstAlbum(household);
  const path = `/api/photo-albums/${id}/photos`;
  const answer = await household.as('admin')('POST', path, photoForm());
  return { id: String(answer.body.photos[0].id) };
}

const UPLOAD = {
  key: 'beach',
  name: 'beach.gif',
  bytes: PICTURE.size,
  sha256: createHash('sha256')
    .update(Buffer.from(await PICTURE.arrayBuffer()))
    .digest('hex'),
};

function pieceForm(): FormData {
  const form = new FormData();
  form.append('piece', PICTURE, 'piece');
  return form;
}

async function begunUpload(household: TestHousehold) {
  const { id } = await firstAlbum(household);
  const path = `/api/photo-albums/${id}/uploads`;
  expectStatus(await household.as('admin')('POST', path, UPLOAD), 200);
  return { id: UPLOAD.key };
}

async function wholeUpload(household: TestHousehold) {
  const { id } = await begunUpload(household);
  const path = `/api/photo-uploads/${id}/piece?start=0`;
  expectStatus(await household.as('admin')('PUT', path, pieceForm()), 200);
  return { id };
}

async function binnedPhoto(household: TestHousehold) {
  const { id } = await uploadedPhoto(household);
  await household.as('admin')('DELETE', `/api/photos/${id}`);
  return { id, body: { ids: [id] } };
}

/** An example of each call for albums and photos, including deleted ones. */
export const PHOTO_CALLS = {
  'GET /api/photo-albums': {},
  'POST /api/photo-albums': { body: { name: 'Family', description: 'Birthdays' } },
  'PUT /api/photo-albums/{id}': { body: { name: 'Lake' }, prepare: firstAlbum },
  'DELETE /api/photo-albums/{id}': { prepare: firstAlbum },
  'PUT /api/photo-albums/{id}/photos': {
    prepare: async (household: TestHousehold) => {
      const photo = await uploadedPhoto(household);
      return { ...(await firstAlbum(household)), body: { ids: [photo.id] } };
    },
  },
  'PUT /api/photo-albums/{id}/places': {
    prepare: async (household: TestHousehold) => {
      const photo = await uploadedPhoto(household);
      const placing = { ids: [photo.id], after: null, before: null };
      return { ...(await firstAlbum(household)), body: { placings: [placing] } };
    },
  },
  'PUT /api/photo-albums/{id}/order': { body: { ids: [] }, prepare: firstAlbum },
  'POST /api/photo-albums/{albumId}/photos': {
    prepare: async (household: TestHousehold) => ({
      ...(await firstAlbum(household)),
      body: photoForm(),
    }),
  },
  'POST /api/photo-albums/{albumId}/uploads': { body: UPLOAD, prepare: firstAlbum },
  'PUT /api/photo-uploads/{key}/piece': {
    query: 'start=0',
    prepare: async (household: TestHousehold) => ({
      ...(await begunUpload(household)),
      body: pieceForm(),
    }),
  },
  'POST /api/photo-uploads/{key}/photo': { body: { caption: 'At the lake' }, prepare: wholeUpload },
  'DELETE /api/photo-uploads/{key}': { prepare: begunUpload },
  'GET /api/photos': {},
  'GET /api/photos/found': { query: 'q=march' },
  'GET /api/photos/{albumId}': { prepare: firstAlbum },
  'PUT /api/photos/{id}': { body: { caption: 'At the lake' }, prepare: uploadedPhoto },
  'PUT /api/photos/{id}/order': { body: { order: 0 }, prepare: uploadedPhoto },
  'DELETE /api/photos/{id}': { prepare: uploadedPhoto },
  'POST /api/photos/delete': {
    prepare: async (household: TestHousehold) => ({
      body: { ids: [(await uploadedPhoto(household)).id] },
    }),
  },
  'POST /api/photos/looked': {},
  'GET /api/bin': {},
  'GET /api/bin/{id}/picture': { prepare: binnedPhoto },
  'POST /api/bin/restore': { prepare: binnedPhoto },
  'POST /api/bin/delete': { prepare: binnedPhoto },
  'POST /api/bin/empty': {},
};
