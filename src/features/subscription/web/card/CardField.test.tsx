import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/query-client.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { loadModal, stubBrowserParts } from '#testing/web/render.ts';
import { beginCard } from '../queries.ts';
import { CardField } from './CardField.tsx';
import { type ScriptStandIn, stubServer, stubStripe } from './testing.ts';
import { type OpenCardEntry, useCardEntry } from './use-card-entry.ts';

const WHOLE = { complete: true };

let stripe: ScriptStandIn;
beforeAll(loadModal);

beforeEach(() => {
  stubBrowserParts();
  stripe = stubStripe();
});

interface FormProps {
  readonly inDialog: boolean;
  readonly onEntry: (entry: OpenCardEntry) => void;
  readonly onAnswer: (answer: unknown) => void;
}

function Form({ inDialog, onEntry, onAnswer }: FormProps) {
  const entry = useCardEntry(beginCard);
  onEntry(entry);
  const field = <CardField entry={entry} />;
  return (
    <>
      {inDialog ? (
        <Dialog title="Card" footer={null} onClose={() => undefined}>
          {field}
        </Dialog>
      ) : (
        field
      )}
      <Button onPress={() => void entry.confirm().then(onAnswer)}>Send</Button>
    </>
  );
}

/** A card field with a button that confirms the card at each press. */
function show(inDialog = false) {
  const answers: unknown[] = [];
  let entry: OpenCardEntry | undefined;
  const onEntry = (open: OpenCardEntry) => {
    entry = open;
  };
  const client = createQueryClient(() => undefined);
  render(
    <QueryClientProvider client={client}>
      <Form inDialog={inDialog} onEntry={onEntry} onAnswer={(answer) => answers.push(answer)} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ delay: null });
  /** Waits for the answer, which takes several event loop turns. */
  const press = async () => {
    const before = answers.length;
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await vi.waitFor(() => expect(answers).toHaveLength(before + 1));
  };
  const refuse = (sentence: string) => act(() => entry?.refuse(sentence));
  return { answers, press, refuse, user };
}

const type = (change: Parameters<ScriptStandIn['type']>[0]) => act(() => stripe.type(change));
const present = () => screen.findByText('field of the provider');
const gone = () => expect(screen.queryByText('Loading the payment form…')).toBeNull();

test('the field is loaded and has the accessible name Card', async () => {
  stubServer(() => new Response('{"id":"1"}'));
  show();
  expect(screen.getByText('Loading the payment form…')).toBeTruthy();
  await present();
  await vi.waitFor(gone);
  expect(screen.getByRole('group', { name: 'Card' })).toBeTruthy();
});

test('an unloaded field is not confirmed', async () => {
  stripe.comes = false;
  stubServer(() => new Response('{"id":"1"}'));
  const { answers, press } = show();
  await present();
  await press();
  expect(answers).toEqual([{ error: 'Payment system not ready. Please try again.' }]);
  expect(stripe.confirmCardSetup).not.toHaveBeenCalled();
});

test('an incomplete card is not confirmed', async () => {
  stubServer(() => new Response('{"id":"1"}'));
  const { answers, press } = show();
  await vi.waitFor(gone);
  type({ complete: false, error: { message: 'Your card number is invalid.' } });
  expect(screen.getByText('Your card number is invalid.')).toBeTruthy();
  await press();
  expect(answers).toEqual([{ error: 'Please enter your payment information.' }]);
});

test('a card that is sent again has the same payment method', async () => {
  const { asked } = stubServer(() => new Response('{"id":"1"}'));
  const { answers, press } = show();
  await vi.waitFor(gone);
  type(WHOLE);
  await press();
  await press();
  const card = { setupIntentId: 'seti_1', paymentMethodId: 'pm_of_seti_1' };
  expect(answers).toEqual([card, card]);
  expect(stripe.confirmCardSetup).toHaveBeenCalledTimes(1);
  expect(asked).toEqual(['POST /api/auth/card-entry']);
});

test('a refused card is confirmed again with a new setup', async () => {
  const { asked } = stubServer(() => new Response('{"id":"1"}'));
  const { answers, press, refuse } = show();
  await vi.waitFor(gone);
  type(WHOLE);
  await press();
  refuse('Your card has no money.');
  expect(screen.getByText('Your card has no money.')).toBeTruthy();
  await press();
  expect(answers).toEqual([
    expect.objectContaining({ paymentMethodId: 'pm_of_seti_1' }),
    expect.objectContaining({ paymentMethodId: 'pm_of_seti_2' }),
  ]);
  expect(asked).toHaveLength(2);
});

test('a declined card shows an error at the field, and another one can be tried', async () => {
  stubServer(() => new Response('{"id":"1"}'));
  stripe.confirmCardSetup.mockResolvedValueOnce({
    error: { type: 'card_error', message: 'Your card was declined.' },
  });
  const { answers, press } = show();
  await vi.waitFor(gone);
  type(WHOLE);
  await press();
  await screen.findByText('Your card was declined.');
  type(WHOLE);
  await press();
  expect(answers).toEqual([
    { error: 'Your card was declined.' },
    { setupIntentId: 'seti_1', paymentMethodId: 'pm_of_seti_1' },
  ]);
});

test('a field that could not be loaded shows an error and can be retried', async () => {
  const answer = () => Response.json({ error: 'Too many tries. Wait a minute.' }, { status: 429 });
  vi.stubGlobal('fetch', async () => answer());
  const { user } = show();
  await screen.findByText('Too many tries. Wait a minute.');
  stubServer(() => new Response('{"id":"1"}'));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await present();
  expect(screen.queryByText('Too many tries. Wait a minute.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test("only the bank's authentication frame remains usable above a dialog", async () => {
  stubServer(() => new Response('{"id":"1"}'));
  show(true);
  await present();
  const check = document.createElement('div');
  check.append(Object.assign(document.createElement('iframe'), { name: '__privateStripeFrame7' }));
  const other = document.createElement('div');
  document.body.append(check, other);
  await vi.waitFor(() => expect(isOutOfReach(other)).toBe(true));
  expect(isOutOfReach(check)).toBe(false);
  expect(check.dataset.reactAriaTopLayer).toBe('true');
  check.remove();
  other.remove();
});

function isOutOfReach(element: HTMLElement): boolean {
  return element.inert || element.getAttribute('aria-hidden') === 'true';
}
