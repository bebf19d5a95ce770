import { basename, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { test } from './test.ts';

/** Folder for screenshots; undefined if none are taken. */
const { SHOTS } = process.env;

/** Takes a screenshot with this name, in a folder named after the test file. */
export async function shot(
  of: Page | Locator,
  name: string,
  options: { fullPage?: boolean } = {},
): Promise<void> {
  if (SHOTS === undefined) return;
  const folder = join(SHOTS, basename(test.info().file, '.spec.ts'));
  await of.screenshot({ path: join(folder, name), ...options });
}
