import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Photo } from '../../src/features/photos/contract.ts';
import { MINUTE_MS } from '../../src/platform/shared/durations.ts';
import { expect, type Family } from './test.ts';
import { untilHearing } from './touch.ts';

export const ALBUM = '0b4e7d0a-5f55-4c5e-9d5d-3f4f6f1f0a01';

const CAPTIONS = [
  'Evening at the lake house',
  'Noah and Lily at Cape Cod',
  'Biscuit wants his walk',
  'Your roses, in full bloom',
  'Tom’s 70th birthday',
  'Mount Greylock in October',
];

/** Returns the photos of an album, newest first. Every seventh photo has no caption. */
export function photosOf(count: number): Photo[] {
  return Array.from({ length: count }, (_, index) => {
    const isUpright = index % 4 === 3;
    const name = (width: number) => `/uploads/test-${index}-${width}.jpg`;
    return {
      id: `5e0c1a3e-0000-4000-8000-${index.toString().padStart(12, '0')}`,
      albumId: ALBUM,
      filename: `test-${index}.jpg`,
      originalName: `IMG_${index}.jpg`,
      caption: index % 7 === 6 ? '' : (CAPTIONS[index % 7] ?? ''),
      order: index,
      url: name(1600),
      thumbnailUrl: name(480),
      thumbnails: [240, 480, 960].map((width) => ({ url: name(width), width })),
      width: isUpright ? 1200 : 1600,
      height: isUpright ? 1600 : 1200,
      takenAt: index % 2 === 0 ? '2019-08-12T10:30:00' : null,
      uploadedAt: new Date(Date.UTC(2026, 2, 9) - index * MINUTE_MS).toISOString(),
    };
  });
}

interface Answers {
  /** Time of the newest photo that this person has seen. */
  seenUntil?: string | null;
  /** Matches the paths of pictures whose requests fail. */
  broken?: RegExp;
  /** Awaited before each picture is served, so that a test can delay it. */
  wait?: (path: string) => Promise<void>;
}

/** Serves these photos to the page, as the server would. */
export async function givePhotos(page: Page, photos: readonly Photo[], more: Answers = {}) {
  const [first] = photos;
  const album = { id: ALBUM, name: 'New', description: '', photoCount: photos.length };
  const albums = [{ ...album, firstPhotoUrl: first?.thumbnailUrl ?? null }];
  await page.route('**/api/photo-albums', (route) => route.fulfill({ json: albums }));
  await page.route(/\/api\/photos\?/, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const end = from + Number(query.get('limit'));
    const next = end < photos.length ? String(end) : null;
    return route.fulfill({
      json: { photos: newestFirst(photos).slice(from, end), total: photos.length, next },
    });
  });
  await page.route('**/api/photos/looked', (route) =>
    route.fulfill({ json: { seenUntil: more.seenUntil ?? null } }),
  );
  await page.route('**/uploads/test-*', async (route) => {
    const { pathname } = new URL(route.request().url());
    await more.wait?.(pathname);
    if (more.broken?.test(pathname)) return route.fulfill({ status: 404 });
    const [, index = '0', width = '240'] = /test-(\d+)-(\d+)/.exec(pathname) ?? [];
    const body = await picture(Number(index), Number(width));
    return route.fulfill({ body, contentType: 'image/jpeg' });
  });
}

/** Uploads a photo, 800 pixels wide or high, to the household's first album. */
export async function uploadPhoto({ request }: Family, index: number): Promise<void> {
  const [album] = await (await request.get('/api/photo-albums')).json();
  const answer = await request.post(`/api/photo-albums/${album.id}/photos`, {
    multipart: {
      photos: { name: `${index}.jpg`, mimeType: 'image/jpeg', buffer: await picture(index, 800) },
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

const drawn = new Map<string, Promise<Buffer>>();

/** Returns a picture of a landscape that depends on the index. Each picture is drawn only once. */
export function picture(index: number, width: number): Promise<Buffer> {
  const key = `${index % 12} ${width}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const next = draw(index % 12, width);
  drawn.set(key, next);
  return next;
}

function draw(index: number, width: number): Promise<Buffer> {
  const isUpright = index % 4 === 3;
  const size = isUpright ? { wide: 1200, high: 1600 } : { wide: 1600, high: 1200 };
  const hue = (index * 67) % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.wide}" height="${size.high}" viewBox="0 0 1600 1200" preserveAspectRatio="none">
    <defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="hsl(${hue} 60% 45%)"/><stop offset="1" stop-color="hsl(${hue + 40} 80% 85%)"/></linearGradient></defs>
    <rect width="1600" height="1200" fill="url(#s)"/>
    <circle cx="${400 + index * 70}" cy="420" r="150" fill="#fff3c9"/>
    <path d="M0 800Q400 520 800 760T1600 680V1200H0Z" fill="hsl(${hue + 90} 35% 42%)"/>
    <path d="M0 960Q500 800 900 940T1600 900V1200H0Z" fill="hsl(${hue + 100} 40% 28%)"/></svg>`;
  const scale = width / 1600;
  return sharp(Buffer.from(svg))
    .resize(Math.round(size.wide * scale), Math.round(size.high * scale))
    .jpeg()
    .toBuffer();
}

/** Creates a promise that the test resolves. */
export function createDeferred(): { promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

const newestFirst = (photos: readonly Photo[]) =>
  photos.toSorted((one, other) => other.uploadedAt.localeCompare(one.uploadedAt));

export const viewerOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Photo viewer' });

export const printsOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Photos' }).getByRole('listitem');

/** Returns the photo that the viewer currently shows; it is found by its alternative text. */
export const shownOf = (page: Page): Locator =>
  viewerOf(page).locator('[data-shown="true"] img:not([alt=""])');

export async function openPhotos(page: Page): Promise<void> {
  await page.goto('/photos');
  await expect(page.getByRole('heading', { name: 'Photos', exact: true })).toBeVisible();
  await expect(page.getByText('Loading...')).toBeHidden();
}

/** Opens the photo of this index in the viewer. */
export async function openViewer(page: Page, index: number): Promise<void> {
  await openPhotos(page);
  await printsOf(page).nth(index).getByRole('button').click();
  await expect(shownOf(page)).toBeVisible();
  await untilHearing(page);
}

export async function expectShown(page: Page, caption: string | RegExp): Promise<void> {
  await expect(shownOf(page)).toHaveAttribute('alt', caption);
}
