import { expect, type Page } from '@playwright/test';

/** Fills in the phone number and the address of a new household. */
export async function fillInPlace(page: Page): Promise<void> {
  const fill = (label: string, value: string) =>
    page.getByLabel(label, { exact: true }).fill(value);
  await fill('Phone', '(518) 555-0108');
  await fill('Address', '14 Spring Street');
  await fill('City', 'Troy');
  await page.getByLabel('State', { exact: true }).selectOption('NY');
  await fill('Postal code', '12180');
}

/** Scrolls the agreement to its end and accepts it. */
export async function agree(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'End User License Agreement' })
    .evaluate((text) => text.scrollBy(0, 100_000));
  const accept = page.getByRole('checkbox', { name: /I have read and accept/ });
  await expect(accept).toBeEnabled();
  await accept.check({ force: true });
}
