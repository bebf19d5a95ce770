import sharp from 'sharp';

const WIDTH = 1600;
const HEIGHT = 1200;

type Colour = readonly [red: number, green: number, blue: number];

/** Description of a simple landscape: a sky, a sun, and two rows of hills. */
interface Landscape {
  readonly caption: string;
  readonly sky: readonly [top: Colour, horizon: Colour];
  readonly hills: readonly [far: Colour, near: Colour];
  /** Position of the sun: distance from the left and from the top, as fractions from 0 to 1. */
  readonly sun: readonly [number, number];
}

/** Converts two CSS colours (`#rrggbb`). */
function colours(one: string, other: string): readonly [Colour, Colour] {
  const colourOf = (hex: string): Colour => {
    const rgb = Number.parseInt(hex.slice(1), 16);
    return [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
  };
  return [colourOf(one), colourOf(other)];
}

export const DEMO_LANDSCAPES: readonly Landscape[] = [
  {
    caption: 'Evening at the lake house',
    sky: colours('#4a356e', '#faaa6e'),
    hills: colours('#54425c', '#262842'),
    sun: [0.62, 0.52],
  },
  {
    caption: 'The first warm day, behind the garden',
    sky: colours('#78b4e2', '#e2f0f4'),
    hills: colours('#7ea868', '#4a7c46'),
    sun: [0.22, 0.2],
  },
  {
    caption: 'Mount Greylock in October',
    sky: colours('#96bad2', '#f6e2be'),
    hills: colours('#b06034', '#7e3e22'),
    sun: [0.8, 0.3],
  },
  {
    caption: 'Snow on the meadow',
    sky: colours('#a8bed6', '#eaeef4'),
    hills: colours('#e0e8f2', '#c4d0e2'),
    sun: [0.35, 0.3],
  },
  {
    caption: 'Cape Cod, early in the morning',
    sky: colours('#6a8cbe', '#ffd6aa'),
    hills: colours('#e8d0a0', '#ccac76'),
    sun: [0.5, 0.46],
  },
  {
    caption: '',
    sky: colours('#1c2654', '#605c96'),
    hills: colours('#243054', '#121830'),
    sun: [0.74, 0.24],
  },
];

/** Renders the landscape as a JPEG. */
export function paint({ sky, hills, sun }: Landscape): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    const air = between(sky[0], sky[1], Math.min(1, y / (HEIGHT * 0.65)));
    for (let x = 0; x < WIDTH; x += 1) {
      const colour = hillAt(x, y, hills) ?? (isSun(x, y, sun) ? SUN : air);
      pixels.set(colour, (y * WIDTH + x) * 3);
    }
  }
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
  return sharp(pixels, { raw }).jpeg({ quality: 88 }).toBuffer();
}

const SUN: Colour = [255, 240, 196];
const SUN_RADIUS = 96;

function isSun(x: number, y: number, [left, top]: readonly [number, number]): boolean {
  return Math.hypot(x - left * WIDTH, y - top * HEIGHT) < SUN_RADIUS;
}

function hillAt(x: number, y: number, [far, near]: readonly [Colour, Colour]): Colour | undefined {
  const at = (x / WIDTH) * Math.PI;
  if (y > HEIGHT * (0.82 - 0.07 * Math.sin(at * 1.6 + 2))) return near;
  return y > HEIGHT * (0.66 - 0.08 * Math.sin(at * 2.3)) ? far : undefined;
}

function between(one: Colour, other: Colour, share: number): Colour {
  const mix = (at: 0 | 1 | 2) => Math.round(one[at] + (other[at] - one[at]) * share);
  return [mix(0), mix(1), mix(2)];
}
