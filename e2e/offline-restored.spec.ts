import {
  currentAnswers,
  readyReminderOf,
  untilKnown,
  withOfflineScreen,
} from './support/offline.ts';
import { OPENS, openHome } from './support/reminder.ts';
import { addMedication, expect, test } from './support/test.ts';

test('a tablet that was offline learns that a medication was deleted and restored, and rings for it', async ({
  page,
  family,
  clockAt,
  context,
}) => {
  const id = await addMedication(family, { name: 'Metformin', times: ['08:00'] });
  const clock = await clockAt('2026-03-10T11:54:00Z');
  await withOfflineScreen(page, openHome);
  await untilKnown(page);
  await context.setOffline(true);
  await expect(page.getByText('No Internet Connection')).toBeVisible();
  expect((await family.request.delete(`/api/medications/${id}`)).status()).toBe(204);
  await context.setOffline(false);
  await untilKnown(page, 0);
  await expect(page.getByText('No Internet Connection')).toBeHidden();
  await expect(page.getByText('No medications scheduled for today')).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText('No Internet Connection')).toBeVisible();
  const restored = await family.request.post('/api/bin/restore', { data: { ids: [id] } });
  expect(restored.ok(), await restored.text()).toBe(true);
  await context.setOffline(false);
  await untilKnown(page);
  await expect(page.getByText('Metformin').first()).toBeVisible();

  // The restored medication must ring without a connection, and its answer must be delivered later.
  await context.setOffline(true);
  await expect(page.getByText('No Internet Connection')).toBeVisible();
  await clock.freezeAt(OPENS);
  await clock.thaw();
  await (await readyReminderOf(page)).getByRole('button', { name: 'Taken' }).click();
  await context.setOffline(false);
  await expect.poll(() => currentAnswers(family)).toEqual(['03-10T12:00 taken at 03-10T11:55']);
});
