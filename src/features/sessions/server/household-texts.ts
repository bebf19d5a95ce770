import { eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { settings } from '#database/schema/home.ts';
import { formatDay, formatTime } from '#platform/shared/zoned-time.ts';

/** Returns the household's name for the app and its time zone; undefined if it was deleted. */
export async function householdWords(db: Db, accountId: string) {
  const [row] = await db
    .select({ appName: settings.appName, timezone: settings.timezone })
    .from(settings)
    .where(eq(settings.accountId, accountId));
  return row;
}

/** Formats an instant for an email, with its time zone. */
export function whenMessage(now: Date, timezone: string): string {
  const place = timezone.replaceAll('_', ' ');
  return `${formatDay(now, timezone)} at ${formatTime(now, timezone)} (${place})`;
}
