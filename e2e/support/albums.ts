import type { Page } from '@playwright/test';
import { pillPicture } from '../../tests/support/hostile-pictures.ts';
import { expect, type Family } from './test.ts';

/** A file that a test passes to a file chooser. */
export interface Chosen {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Returns a JPEG photo of this size. */
export const photo = async (name: string, width = 1600, height = 1200): Promise<Chosen> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await pillPicture(width, height).jpeg().toBuffer(),
});

export async function choose(page: Page, files: Chosen[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose photos' }).click();
  await (await chooser).setFiles(files);
}

export const photosIn = (page: Page, album: string) =>
  page.getByRole('region', { name: `Photos in ${album}` });

export const cards = (page: Page, album: string) => photosIn(page, album).getByRole('listitem');

async function albumId({ request }: Family, name: string): Promise<string> {
  const albums: { id: string; name: string }[] = await (
    await request.get('/api/photo-albums')
  ).json();
  return albums.find((album) => album.name === name)?.id ?? '';
}

/** Uploads one photo per caption by API. Each photo has a different size. */
export async function uploadedBeside(family: Family, captions: string[]): Promise<void> {
  const id = await albumId(family, 'New');
  for (const [at, caption] of captions.entries()) {
    const answer = await family.request.post(`/api/photo-albums/${id}/photos`, {
      multipart: { photos: await photo(`${at}.jpg`, 900 + at, 700) },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    const added = (await answer.json()).photos[0];
    await family.request.put(`/api/photos/${added.id}`, { data: { caption } });
  }
}
