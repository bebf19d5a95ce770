import sharp from 'sharp';
import { z } from 'zod';
import { photo, photoAlbum } from '../../src/features/photos/contract.ts';
import { registerCookie } from './household.ts';

/** A household that uploads photos to its first album over HTTP. */
export interface Uploader {
  readonly cookie: string;
  readonly albumId: string;
  /** Returns the same household for a server that has restarted at another URL. */
  at(url: string): Uploader;
  /**
   * Uploads a photo. Resolves with its id when the server has acknowledged it; rejects otherwise.
   */
  upload(name: string, bytes: Buffer): Promise<string>;
}

/** Registers a household; throws on an error response. */
export async function registerUploader(url: string, email: string): Promise<Uploader> {
  const cookie = await registerCookie(url, email);
  const albums = await fetch(`${url}/api/photo-albums`, { headers: { cookie } });
  const [album] = z.array(photoAlbum).parse(await albums.json());
  if (album === undefined) throw new Error('The household has no album.');
  return uploaderAt(url, cookie, album.id);
}

const answered = z.object({ photos: z.array(photo) });

function uploaderAt(url: string, cookie: string, albumId: string): Uploader {
  return {
    cookie,
    albumId,
    at: (other) => uploaderAt(other, cookie, albumId),
    async upload(name, bytes) {
      const body = new FormData();
      body.append('photos', new Blob([new Uint8Array(bytes)]), name);
      const path = `${url}/api/photo-albums/${albumId}/photos`;
      const answer = await fetch(path, { method: 'POST', headers: { cookie }, body });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
      const [added] = answered.parse(JSON.parse(text)).photos;
      if (added === undefined) throw new Error(text);
      return added.id;
    },
  };
}

/**
 * Returns a picture with the file size of a camera's photo: soft shapes with sensor noise. It
 * differs for each seed.
 */
export async function cameraPhoto(
  seed: number,
  { width, height, grain = 9, quality = 88 }: CameraPhoto,
): Promise<Buffer> {
  const hue = (seed * 67) % 360;
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1600 1200" preserveAspectRatio="none">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue} 60% 45%)"/><stop offset="1" stop-color="hsl(${hue + 40} 80% 85%)"/></linearGradient></defs>
    <rect width="1600" height="1200" fill="url(#sky)"/><circle cx="${300 + ((seed * 37) % 1000)}" cy="420" r="150" fill="#fff3c9"/>
    <path d="M0 800Q400 520 800 760T1600 680V1200H0Z" fill="hsl(${hue + 90} 35% 42%)"/></svg>`;
  const noise = { type: 'gaussian', mean: 128, sigma: grain } as const;
  const sensor = sharp({ create: { width, height, channels: 3, background: '#808080', noise } });
  return sharp(Buffer.from(scene))
    .composite([
      { input: await sensor.png({ compressionLevel: 0 }).toBuffer(), blend: 'soft-light' },
    ])
    .jpeg({ quality })
    .toBuffer();
}

/**
 * Returns a file with the same picture and a different comment, so that the server does not refuse
 * it as a duplicate.
 */
export function anotherFile(jpeg: Buffer, number: number): Buffer {
  const words = Buffer.from(`number ${number}`);
  const head = Buffer.from([0xff, 0xfe, 0, words.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, words, jpeg.subarray(2)]);
}

interface CameraPhoto {
  width: number;
  height: number;
  /** Strength of the sensor noise; more noise makes the file larger. */
  grain?: number;
  quality?: number;
}
