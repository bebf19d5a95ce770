// node sharp-alone.ts AT-ONCE FILE…: processes each file as the product does, and prints the
// milliseconds.
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { DISPLAY_LONG_SIDE, THUMBNAIL_LONG_SIDES } from '../../src/features/photos/sizes.ts';

/** Same as in `images.ts`. */
const WEBP = { quality: 82, effort: 2 };

sharp.concurrency(1);
sharp.cache(false);

async function make(path: string): Promise<void> {
  const fit = { fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await sharp(await readFile(path), { sequentialRead: true })
    .autoOrient()
    .resize(DISPLAY_LONG_SIDE, DISPLAY_LONG_SIDE, fit)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const size of [DISPLAY_LONG_SIDE, ...THUMBNAIL_LONG_SIDES]) {
    const made = sharp(data, { raw }).resize(size, size, fit).webp(WEBP);
    await writeFile(`${path}.${size}.webp`, await made.toBuffer());
  }
}

const [atOnce, ...paths] = process.argv.slice(2);
const began = performance.now();
const lane = async () => {
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) await make(path);
};
await Promise.all(Array.from({ length: Number(atOnce) }, lane));
process.stdout.write(JSON.stringify({ milliseconds: performance.now() - began }));
