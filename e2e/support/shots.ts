import { basename, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { test } from './test.ts';

/** Where pictures of what the journeys see are put, to be looked at; without it none are taken. */
const { SHOTS } = process.env;

/** Takes a picture of that name, in a folder of the journey's file. */
export async function shot(
  of: Page | Locator,
  name: string,
  options: { fullPage?: boolean } = {},
): Promise<void> {
  if (SHOTS === undefined) return;
  const folder = join(SHOTS, basename(test.info().file, '.spec.ts'));
  await of.screenshot({ path: join(folder, name), ...options });
}
