import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/query-client.ts';
import { toast } from '#platform/web/toasts.ts';
import { Toasts } from '#platform/web/ui/Toasts.tsx';
import { loadModal, stubBrowserParts } from '#testing/web/render.ts';
import type { SubscriptionStatus } from '../../contract.ts';
import { AnotherCardDialog } from './AnotherCardDialog.tsx';
import { refusal, type ScriptStandIn, stubServer, stubStripe } from './testing.ts';

const active: SubscriptionStatus = {
  subscriptionStatus: 'active',
  subscriptionType: 'stripe',
  subscriptionPlan: 'monthly',
  nextRenewalDate: '2026-04-10T12:00:00.000Z',
  subscriptionEndDate: '2026-04-10T12:00:00.000Z',
  stripeStatus: 'active',
};

let stripe: ScriptStandIn;
beforeAll(loadModal);

beforeEach(() => {
  stubBrowserParts();
  stripe = stubStripe();
});

afterEach(() => {
  act(() => toast.close());
});

/** The dialog with a complete card in its field. */
async function show(isOwed: boolean) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <AnotherCardDialog isOwed={isOwed} onClose={onClose} />
      <Toasts />
    </QueryClientProvider>,
  );
  await screen.findByText('field of the provider');
  await vi.waitFor(() => expect(screen.queryByText('Loading the payment form…')).toBeNull());
  act(() => stripe.type({ complete: true }));
  const user = userEvent.setup({ delay: null });
  const save = () => user.click(screen.getByRole('button', { name: 'Save card' }));
  return { onClose, save };
}

test.each([
  [false, 'Card saved', 'Your next payment uses this card.'],
  [true, 'Payment received', 'Your subscription is active again.'],
])('a saved card with an owed payment (%s) shows %s', async (isOwed, title, text) => {
  const sent: unknown[] = [];
  stubServer((path, body) => {
    sent.push(path, body);
    return Response.json(active);
  });
  const { onClose, save } = await show(isOwed);
  await save();
  expect(sent.slice(0, 2)).toEqual(['/api/subscription/card', { setupIntentId: 'seti_1' }]);
  expect(screen.getByRole('status').textContent).toBe(`${title}${text}`);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a refused card is shown, and the next one uses another setup', async () => {
  const sent: unknown[] = [];
  stubServer((_, body) => {
    sent.push(body);
    return sent.length === 1 ? refusal(402, 'Your card was declined.') : Response.json(active);
  });
  const { onClose, save } = await show(true);
  await save();
  expect(screen.getByRole('alert').textContent).toBe('ErrorYour card was declined.');
  expect(screen.getAllByText('Your card was declined.')).toHaveLength(2);
  expect(onClose).not.toHaveBeenCalled();
  await save();
  expect(sent.slice(0, 2)).toEqual([{ setupIntentId: 'seti_1' }, { setupIntentId: 'seti_2' }]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a request that did not reach the server is repeated unchanged', async () => {
  const sent: unknown[] = [];
  stubServer((_, body) => {
    sent.push(body);
    if (sent.length === 1) throw new TypeError('Failed to fetch');
    return Response.json(active);
  });
  const { save } = await show(false);
  await save();
  expect(screen.getByText('That did not work. Please try again.')).toBeTruthy();
  await save();
  expect(sent.slice(0, 2)).toEqual([{ setupIntentId: 'seti_1' }, { setupIntentId: 'seti_1' }]);
  expect(stripe.confirmCardSetup).toHaveBeenCalledTimes(1);
});
