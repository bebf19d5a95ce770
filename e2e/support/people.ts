import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test';
import { TABLET } from './looks.ts';
import type { Family, ProductServer } from './test.ts';
import { withoutTips } from './tips.ts';

/** Opens a browser context for another person, with its own cookies and its own IP address. */
export async function anotherBrowser(
  browser: Browser,
  server: Pick<ProductServer, 'url'>,
  more: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const part = () => Math.floor(Math.random() * 250) + 1;
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: TABLET,
    ...more,
    extraHTTPHeaders: { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` },
  });
  await withoutTips(context);
  return context;
}

export async function openUsers(page: Page): Promise<void> {
  await page.goto('/users');
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
}

/** Adds Edith Clarke, an elder, and returns her id. */
export async function addElder({ request }: Family): Promise<string> {
  const answer = await request.post('/api/users', {
    data: { firstName: 'Edith', lastName: 'Clarke' },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

/** Presses the button with this name in the question whether to cancel. */
export async function confirmCancel(page: Page, name: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name }).click();
}

/** Returns the link that sets up a tablet for this elder. */
export async function pairingLink({ request }: Family, id: string): Promise<string> {
  const answer = await request.post(`/api/users/${id}/pairing-code`);
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).link;
}

/** Returns the first link in the text of a mail. */
export function linkIn(words: string): string {
  const [link] = /https?:\/\/\S+/.exec(words) ?? [];
  if (link === undefined) throw new Error(`no link in ${words}`);
  return link;
}

/** Returns an unused email address. */
export const emailOf = (name: string) =>
  `${name}-${Math.random().toString(36).slice(2)}@example.com`;
