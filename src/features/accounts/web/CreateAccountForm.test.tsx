import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast } from '#platform/web/toasts.ts';
import { Toasts } from '#platform/web/ui/Toasts.tsx';
import { fillIn, stubBrowserParts } from '#testing/web/render.ts';
import { CreateAccountForm } from './CreateAccountForm.tsx';
import { type CardEntry, NO_CARD_NEEDED } from './card-entry.ts';

beforeEach(() => {
  stubBrowserParts();
  // jsdom has no layout, so the agreement gets a height to scroll through.
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(210);
});

afterEach(() => {
  act(() => toast.close());
});

function show(card: CardEntry = NO_CARD_NEEDED) {
  const onSend = vi.fn(async () => ({}));
  render(
    <>
      <CreateAccountForm card={card} onSend={onSend} />
      <Toasts />
    </>,
  );
  return { onSend, user: userEvent.setup({ delay: null }) };
}

const box = () => screen.getByRole('checkbox', { name: /I have read and accept/ });
const button = () => screen.getByRole('button', { name: 'Create Account' });

function scrollTo(top: number) {
  const agreement = screen.getByRole('region', { name: 'End User License Agreement' });
  agreement.scrollTop = top;
  fireEvent.scroll(agreement);
}

async function fill(user: ReturnType<typeof userEvent.setup>, confirm = 'a quiet window') {
  fillIn('First name', 'Maria');
  fillIn('Last name', 'Carter');
  fillIn('Email', 'maria@example.com');
  fillIn('Phone', '(413) 555-0108');
  fillIn('Address', '14 Spring Street');
  fillIn('City', 'Williamstown');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'MA');
  fillIn('Postal code', '01267');
  fillIn('Password', 'a quiet window');
  fillIn('Confirm password', confirm);
}

async function accept(user: ReturnType<typeof userEvent.setup>) {
  scrollTo(1790);
  await user.click(box());
}

test('the checkbox stays disabled until the EULA was scrolled to the bottom, within 4 px', () => {
  show();
  expect(box()).toHaveProperty('disabled', true);
  expect(
    screen.getByText('Please scroll to the bottom of the EULA before accepting.'),
  ).toBeTruthy();
  scrollTo(1785);
  expect(box()).toHaveProperty('disabled', true);
  scrollTo(1786);
  expect(box()).toHaveProperty('disabled', false);
});

test('an agreement that does not overflow counts as read at once', () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(210);
  show();
  expect(box()).toHaveProperty('disabled', false);
});

test('the submit button is disabled until the checkbox is ticked', async () => {
  const { user } = show();
  expect(button()).toHaveProperty('disabled', true);
  await accept(user);
  expect(button()).toHaveProperty('disabled', false);
});

test('a complete form is sent with skip_payment where no card is needed', async () => {
  const { user, onSend } = show();
  await fill(user);
  await user.click(screen.getByRole('radio', { name: /Yearly/ }));
  await accept(user);
  await user.click(button());
  expect(screen.getByText('No card needed on this server.')).toBeTruthy();
  expect(onSend).toHaveBeenCalledWith({
    firstName: 'Maria',
    lastName: 'Carter',
    email: 'maria@example.com',
    phone: '(413) 555-0108',
    address1: '14 Spring Street',
    address2: '',
    timezone: expect.any(String),
    city: 'Williamstown',
    state: 'MA',
    postalCode: '01267',
    country: 'United States',
    password: 'a quiet window',
    passwordConfirm: 'a quiet window',
    subscriptionPlan: 'yearly',
    paymentMethodId: 'skip_payment',
  });
});

test('different passwords show an error at the field and in a toast, and nothing is sent', async () => {
  const { user, onSend } = show();
  await fill(user, 'a quiet widow');
  await accept(user);
  await user.click(button());
  expect(screen.getByText('Password mismatch')).toBeTruthy();
  expect(screen.getAllByText('Passwords do not match.')).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByLabelText('Confirm password'));
  expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Maria');
  expect(onSend).not.toHaveBeenCalled();
});

test('missing fields show their errors, and the first one gets the focus', async () => {
  const { user, onSend } = show();
  await accept(user);
  await user.click(button());
  expect(screen.getByText('Please enter your first name.')).toBeTruthy();
  expect(screen.getByText('Please choose a state.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('First name'));
  expect(onSend).not.toHaveBeenCalled();
});

/** A card field as a payment provider supplies it. */
function cardWith(changed: Partial<CardEntry>): CardEntry {
  return {
    field: 'Card',
    terms: (plan) => `Charged for the ${plan} plan.`,
    isReady: true,
    isPresent: true,
    confirm: vi.fn(async () => ({ paymentMethodId: 'pm_1' })),
    ...changed,
  };
}

async function complete(card: CardEntry) {
  const shown = show(card);
  await fill(shown.user);
  await accept(shown.user);
  await shown.user.click(button());
  return shown;
}

test.each([
  ['a payment system that is not ready', { isReady: false, isPresent: false }, /not ready/],
  ['a card that is not entered', { isPresent: false }, /Please enter your payment information/],
])('%s shows an error, and nothing is confirmed or sent', async (_, changed, sentence) => {
  const card = cardWith(changed);
  const { onSend } = await complete(card);
  expect(screen.getByText('Payment error')).toBeTruthy();
  expect(screen.getByText(sentence)).toBeTruthy();
  expect(card.confirm).not.toHaveBeenCalled();
  expect(onSend).not.toHaveBeenCalled();
});

test("the card is confirmed with the payer's data, without a password, and its id is sent", async () => {
  const card = cardWith({});
  const { onSend } = await complete(card);
  const payer = expect.objectContaining({ firstName: 'Maria', postalCode: '01267', state: 'MA' });
  expect(card.confirm).toHaveBeenCalledWith(payer);
  const known = Object.keys(vi.mocked(card.confirm).mock.calls[0]?.[0] ?? {});
  expect(known.filter((name) => /password/.test(name))).toEqual([]);
  expect(onSend).toHaveBeenCalledWith(expect.objectContaining({ paymentMethodId: 'pm_1' }));
});

test('a declined card shows an error, keeps the form, and can be retried', async () => {
  const refused = { error: 'Your card was declined.' };
  const confirm = vi.fn<CardEntry['confirm']>(async () => ({ paymentMethodId: 'pm_2' }));
  confirm.mockResolvedValueOnce(refused);
  const { onSend, user } = await complete(cardWith({ confirm }));
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('Payment error');
  expect(alert.textContent).toContain('Your card was declined.');
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Maria');
  await user.click(button());
  expect(onSend).toHaveBeenCalledWith(expect.objectContaining({ paymentMethodId: 'pm_2' }));
});

test('a second press while the card is being confirmed does nothing', async () => {
  const confirm = vi.fn(() => new Promise<never>(() => undefined));
  const { user } = await complete(cardWith({ confirm }));
  expect(button().getAttribute('aria-disabled')).toBe('true');
  await user.click(button());
  expect(confirm).toHaveBeenCalledTimes(1);
});

test('the terms of the chosen plan are shown below the card', async () => {
  const { user } = show(cardWith({}));
  expect(screen.getByText('Charged for the monthly plan.')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /Yearly/ }));
  expect(screen.getByText('Charged for the yearly plan.')).toBeTruthy();
});
