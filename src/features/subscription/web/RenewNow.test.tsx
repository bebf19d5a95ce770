import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/query-client.ts';
import { toast } from '#platform/web/toasts.ts';
import { Toasts } from '#platform/web/ui/Toasts.tsx';
import { stubBrowserParts } from '#testing/web/render.ts';
import type { SubscriptionStatus } from '../contract.ts';
import { refusal, type ScriptStandIn, stubServer, stubStripe } from './card/testing.ts';
import { RenewNow } from './RenewNow.tsx';

const ended: SubscriptionStatus = {
  subscriptionStatus: 'canceled',
  subscriptionType: 'stripe',
  subscriptionPlan: 'yearly',
  nextRenewalDate: null,
  subscriptionEndDate: '2026-03-10T12:00:00.000Z',
  stripeStatus: 'canceled',
};
const active: SubscriptionStatus = {
  ...ended,
  subscriptionStatus: 'active',
  nextRenewalDate: '2027-03-10T12:00:00.000Z',
};

const RENEW = '/api/subscription/reactivate';
const SAVE = '/api/subscription/card';

let stripe: ScriptStandIn;
const leave = vi.fn();
// Preloads the lazy dialog for the tests.
beforeAll(() => import('./card/RenewDialog.tsx'));
beforeEach(() => {
  stubBrowserParts();
  stripe = stubStripe();
  leave.mockReset();
  vi.stubGlobal('location', { replace: leave });
});

afterEach(() => {
  act(() => toast.close());
});

/** Renders the button and records the paths of the calls to the server. */
async function show(status: SubscriptionStatus, answers: Record<string, () => Response>) {
  const asked: string[] = [];
  stubServer((path) => {
    if (path.endsWith('/status')) return Response.json(status);
    asked.push(path);
    return answers[path]?.() ?? new Response('{"id":"1"}');
  });
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RenewNow />
      <Toasts />
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ delay: null });
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  await press('Renew now');
  return { asked, press };
}

test('a built-in subscription renews at once', async () => {
  const { asked } = await show(
    { ...ended, subscriptionType: 'built-in' },
    { [RENEW]: () => Response.json(active) },
  );
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/admin'));
  expect(asked).toEqual([RENEW]);
});

test('a card renewal shows the price before it charges', async () => {
  const { asked, press } = await show(ended, { [RENEW]: () => Response.json(active) });
  expect(await screen.findByText(/your card is charged \$225/)).toBeTruthy();
  expect(asked).toEqual([]);
  await press('Pay $225 and renew');
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/admin'));
});

test('a declined card shows an error, and another card is saved and renews', async () => {
  const replies = [refusal(402, 'Your card was declined.'), Response.json(active)];
  const { asked, press } = await show(ended, {
    [RENEW]: () => replies.shift() ?? new Response('{"id":"1"}'),
    [SAVE]: () => Response.json(ended),
  });
  await press('Pay $225 and renew');
  expect(screen.getAllByText('Your card was declined.')).toHaveLength(2);
  await press('Use another card');
  await screen.findByText('field of the provider');
  await vi.waitFor(() => expect(screen.queryByText('Loading the payment form…')).toBeNull());
  act(() => stripe.type({ complete: true }));
  await press('Pay $225 and renew');
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/admin'));
  expect(asked).toEqual([RENEW, SAVE, RENEW]);
});

test('a card that pays an open invoice needs no renewal', async () => {
  const { asked, press } = await show(ended, { [SAVE]: () => Response.json(active) });
  await press('Use another card');
  await screen.findByText('field of the provider');
  await vi.waitFor(() => expect(screen.queryByText('Loading the payment form…')).toBeNull());
  act(() => stripe.type({ complete: true }));
  await press('Pay $225 and renew');
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/admin'));
  expect(asked).toEqual([SAVE]);
});
