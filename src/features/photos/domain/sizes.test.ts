import { expect, it } from 'vitest';
import { thumbnailWidths } from './sizes.ts';

it.each([
  ['a large landscape photo', 2560, 1920, [320, 640, 1280]],
  ['a large portrait photo', 1920, 2560, [240, 480, 960]],
  ['a small photo', 700, 500, [320, 640]],
  ["a photo of exactly a thumbnail's size", 640, 480, [320]],
  ['a photo smaller than every thumbnail', 300, 200, []],
  ['a photo one pixel wide', 1, 2560, [1, 1, 1]],
])('widths of the thumbnails of %s', (_, width, height, widths) => {
  expect(thumbnailWidths({ width, height })).toEqual(widths);
});
