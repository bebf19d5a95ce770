import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { EXAMPLE_PASSWORD, registrationForm } from '../../tests/support/registration.ts';
import { addElder, pairingLink } from './people.ts';
import type { Family } from './test.ts';

/** Registers a household by API, without a page. */
export async function registerFamily(request: APIRequestContext): Promise<Family> {
  const email = `family-${randomUUID()}@example.com`;
  const answer = await request.post('/api/auth/register', { data: registrationForm(email) });
  expect(answer.status(), await answer.text()).toBe(201);
  return { email, password: EXAMPLE_PASSWORD, request };
}

/**
 * Maximum time from the start of the page until a screen that does not wait for the server is
 * shown, in milliseconds. A screen that waits for a missing answer takes at least this long.
 */
export const AT_ONCE_MS = 5_000;

export const homeOf = (page: Page) => page.getByRole('link', { name: 'Photos', exact: true });

/** Makes this page the tablet of a new elder of the household. */
export async function pairTablet(page: Page, family: Family): Promise<void> {
  const { pathname, search } = new URL(await pairingLink(family, await addElder(family)));
  await page.goto(pathname + search);
  await page.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(homeOf(page)).toBeVisible();
}

/**
 * Waits for the tasks that a tablet starts two seconds after showing the home screen, such as the
 * guard of its Back key.
 */
export async function untilKeptUp(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state?.guarded)).toBe(true);
}

interface KeptHere {
  /** Names of all caches. */
  readonly names: readonly string[];
  /** The cached answers, as JSON. */
  readonly answers: string;
  /** Paths of the cached pictures. */
  readonly pictures: readonly string[];
}

/** Returns the data that this browser caches for a start without a network. */
export function readCachedData(page: Page): Promise<KeptHere> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const answers = names.includes('kept-answers')
      ? await (await caches.open('kept-answers')).match('/kept-answers')
      : undefined;
    const pictures = names.includes('kept-pictures')
      ? await (await caches.open('kept-pictures')).keys()
      : [];
    return {
      names,
      answers: (await answers?.text()) ?? '',
      pictures: pictures.map(({ url }) => new URL(url).pathname),
    };
  });
}

/** Returns the cached doses of the coming days; undefined if there are none. */
export async function knownDosesOn(page: Page): Promise<{ medications: unknown[] } | undefined> {
  const { answers } = await readCachedData(page);
  const kept: { answers: { key: string[]; data: { medications: unknown[] } }[] } = JSON.parse(
    answers || '{"answers":[]}',
  );
  return kept.answers.find(({ key }) => key[0] === 'known-doses')?.data;
}

/**
 * Waits until the tablet has cached everything it needs offline: the files of its screens, this
 * many pictures, the lists and the doses.
 */
export async function untilAllIsKept(page: Page, pictures: number): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const lists = [
    '["home-buttons"',
    '["weather"',
    '["videos"',
    '["playlists"',
    '["articles"',
    '["photos"',
    '["todays-events","ahead"',
  ];
  await expect
    .poll(async () => {
      const { answers, ...kept } = await readCachedData(page);
      const missing = lists.filter((list) => !answers.includes(list));
      return { missing, pictures: kept.pictures.length };
    })
    .toEqual({ missing: [], pictures });
  await expect.poll(() => knownDosesOn(page)).toBeDefined();
}

/** Leaves the offline screen, to use the cached content. */
export async function lookPast(page: Page): Promise<void> {
  await expect(page.getByText('No Internet Connection')).toBeVisible();
  await page.getByRole('button', { name: 'Show what is on this tablet' }).click();
  await expect(page.getByText('You see what is on this tablet')).toBeVisible();
}
