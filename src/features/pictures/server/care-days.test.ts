import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessions } from '#database/schema/access.ts';
import { subscriptions } from '#database/schema/households.ts';
import { pictures as rows } from '#database/schema/pictures.ts';
import { pillPicture } from '#testing/hostile-pictures.ts';
import { type PictureServer, pictureServer, upload } from '#testing/picture-server.ts';
import { expectStatus } from '#testing/test-server.ts';

let pictures: PictureServer;
beforeAll(async () => {
  pictures = await pictureServer();
});
afterAll(() => pictures.close());

it('after the expiry a paired tablet can load pill pictures but no photos', async () => {
  const { server } = pictures;
  const home = await server.household();
  const { accountId, userIds } = home;
  const uploaded = async (size: number): Promise<string> => {
    const answer = await upload(home, await pillPicture(size, size).png().toBuffer());
    return expectStatus(answer, 201).body.imageUrl;
  };
  const [pill, photo] = [await uploaded(20), await uploaded(30)];
  await server.database.asSystem(async (db) => {
    const filename = photo.replace('/uploads/', '');
    await db
      .update(rows)
      .set({ purpose: 'photo' })
      .where(and(eq(rows.accountId, accountId), eq(rows.filename, filename)));
    await db.update(sessions).set({ kind: 'tablet' }).where(eq(sessions.userId, userIds.user));
    await db
      .update(subscriptions)
      .set({ status: 'canceled', endsAt: server.clock.now() })
      .where(eq(subscriptions.accountId, accountId));
  });
  const ask = home.as('user');
  expectStatus(await ask('GET', pill), 200);
  const expired = {
    error: 'Subscription expired',
    code: 'subscription-expired',
    subscriptionExpired: true,
  };
  expect(expectStatus(await ask('GET', photo), 403).body).toEqual(expired);
  expect(expectStatus(await ask('GET', '/uploads/none.webp'), 403).body).toEqual(expired);
});
