import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { cards, choose, photo } from './support/albums.ts';
import { PHONE } from './support/looks.ts';
import { anotherBrowser } from './support/people.ts';
import { agree } from './support/sign-up.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: PHONE, hasTouch: true, timezoneId: 'America/New_York' });

/** Presses and fills in fields like a user, and counts both. */
class Hand {
  presses = 0;
  fields = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  press(role: 'button' | 'link' | 'tab', name: string | RegExp, of: Page | Locator = this.page) {
    this.presses += 1;
    return of.getByRole(role, { name }).first().tap();
  }

  fill(label: string | RegExp, text: string, of: Page | Locator = this.page) {
    this.fields += 1;
    const exact = typeof label === 'string';
    return of.getByLabel(label, { exact }).fill(text);
  }
}

async function createAccount(hand: Hand): Promise<void> {
  const { page } = hand;
  await page.goto('/');
  await hand.press('tab', 'Create Account');
  await hand.fill('First name', 'Maria');
  await hand.fill('Last name', 'Carter');
  await hand.fill('Email', `maria-${randomUUID()}@example.com`);
  await hand.fill('Phone', '(518) 555-0108');
  await hand.fill('Address', '14 Spring Street');
  await hand.fill('City', 'Troy');
  await page.getByLabel('State', { exact: true }).selectOption('NY');
  await hand.fill('Postal code', '12180');
  await hand.fill('Password', 'the garden gate');
  await hand.fill('Confirm password', 'the garden gate');
  await agree(page);
  // Counts two presses that `fillIn` and `agree` make: choosing the state and accepting the
  // agreement.
  hand.presses += 2;
  await hand.press('button', 'Create Account');
  await expect(page).toHaveURL(/\/admin/);
}

async function addMedication(hand: Hand, name: string): Promise<void> {
  const { page } = hand;
  await hand.press('button', 'Add Medication');
  const dialog = page.getByRole('dialog', { name: 'Add Medication' });
  await hand.fill('Name', name, dialog);
  await hand.fill(/^Dosage/, '10 mg', dialog);
  await hand.press('button', 'Add Medication', dialog);
  await expect(dialog).toBeHidden();
}

/** Returns the pairing code that the family reads out. */
async function addElder(hand: Hand): Promise<string> {
  const { page } = hand;
  await hand.press('link', 'Add the person');
  await hand.press('button', 'Add elder');
  const dialog = page.getByRole('dialog', { name: 'Add elder' });
  await hand.fill('First name', 'Edith', dialog);
  await hand.fill('Last name', 'Clarke', dialog);
  await hand.press('button', 'Add elder', dialog);
  await hand.press('button', 'Set up tablet of Edith Clarke');
  await hand.press('button', 'Show a code');
  const setUp = page.getByRole('dialog', { name: 'Set up the tablet of Edith Clarke' });
  return setUp.getByText(/^[A-Z0-9]{4} [A-Z0-9]{4}$/).innerText();
}

async function setUpTablet(hand: Hand, code: string): Promise<void> {
  await hand.page.goto('/');
  await hand.press('link', 'Set up this tablet with a code');
  await hand.fill(/^Code/, code);
  await hand.press('button', 'Set up this tablet');
  await expect(hand.page.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
}

async function addPhotos(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.press('button', /^Close/, page.getByRole('dialog'));
  await hand.press('link', /Today$/);
  await hand.press('link', /Add photos/);
  await hand.press('button', 'Manage Photos: New');
  hand.presses += 1;
  await choose(page, [await photo('garden.jpg'), await photo('roses.jpg', 1200, 1600)]);
  await expect(cards(page, 'New')).toHaveCount(2, { timeout: 20_000 });
}

/**
 * Maximum number of presses and fields for setting up a household; raise it only for a good reason.
 */
const MOST = { presses: 22, fields: 16 };

test('account, two medications, elder, tablet and photos are set up on a phone with few presses', {
  tag: '@main',
}, async ({ page, browser, server }) => {
  const hand = new Hand(page);
  await createAccount(hand);
  await hand.press('link', 'Open Medications');
  await addMedication(hand, 'Lisinopril');
  await addMedication(hand, 'Metformin');
  await hand.press('link', /Today$/);
  const code = await addElder(hand);

  const there = await anotherBrowser(browser, server, { hasTouch: true });
  const touched = new Hand(await there.newPage());
  await setUpTablet(touched, code);

  await addPhotos(hand);
  const taken = {
    presses: hand.presses + touched.presses,
    fields: hand.fields + touched.fields,
  };
  expect(taken.presses).toBeLessThanOrEqual(MOST.presses);
  expect(taken.fields).toBeLessThanOrEqual(MOST.fields);
  await there.close();
});
