import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WorkerPool } from '#platform/server/jobs/worker-pool.ts';
import { diskStore } from '#platform/server/storage/file-store.ts';
import { type CardServer, openCardServer } from '#testing/card-server.ts';
import { EXAMPLE_PASSWORD } from '#testing/registration.ts';
import { expectStatus } from '#testing/test-server.ts';
import { householdFeature } from '../server.ts';
import type { ArchiveToRead } from './archive-answers.ts';

/** A placeholder: no test here imports an archive. */
const readers = new WorkerPool<ArchiveToRead, void>('none', import.meta.url, {
  withinMs: 1,
  memoryMb: 1,
});

const files = { store: diskStore('/nowhere'), incoming: '/nowhere/incoming' };

let parts: CardServer;
beforeAll(async () => {
  parts = await openCardServer(undefined, (cards) => [
    householdFeature({
      files,
      portables: [],
      readers,
      mostImports: 1,
      reserveBytes: 0,
      cards,
      productVersion: '1',
    }),
  ]);
});
afterAll(() => parts.close());
afterEach(() => expect(parts.stripe.misuses, 'as Stripe has published it').toEqual([]));

async function paying() {
  const home = await parts.household();
  const { body } = await home.ask('GET', '/api/auth/user');
  const form = { customerId: body.accountNumber, password: EXAMPLE_PASSWORD };
  return { ...home, remove: () => home.ask('DELETE', '/api/account', form) };
}

describe('deleting a household that pays by card', () => {
  it('deleting a household cancels its card subscription at once', async () => {
    const home = await paying();
    expectStatus(await home.remove(), 204);
    expect(home.subscriptions()).toMatchObject([{ status: 'canceled' }]);
    expectStatus(await home.ask('GET', '/api/settings'), 401);
    expect(await home.tell()).toEqual(expect.arrayContaining([200]));
  });

  it('a household is not deleted while the payment service is unreachable', async () => {
    const home = await paying();
    parts.stripe.down(true);
    const refused = expectStatus(await home.remove(), 503);
    parts.stripe.down(false);
    expect(refused.body.code).toBe('payment-outcome-unknown');
    expectStatus(await home.ask('GET', '/api/settings'), 200);
    expect(home.subscriptions()).toMatchObject([{ status: 'active' }]);
    expectStatus(await home.remove(), 204);
    expect(home.subscriptions()).toMatchObject([{ status: 'canceled' }]);
  });

  it('a household whose card subscription has already ended can be deleted', async () => {
    const home = await paying();
    await home.endThere();
    expectStatus(await home.remove(), 204);
  });

  it('a household is deleted after the response to the cancellation was lost', async () => {
    const home = await paying();
    parts.stripe.fault({ method: 'DELETE', path: /subscriptions\// }, 'reset after commit');
    const first = await home.remove();
    if (first.status !== 204) expectStatus(await home.remove(), 204);
    expect(home.subscriptions()).toMatchObject([{ status: 'canceled' }]);
  });
});
