import { eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { settings } from '#database/schema/home.ts';
import { formatDay, formatTime } from '#kit/shared/zoned-time.ts';

/** What a household calls the app, and its timezone; undefined for one that is gone. */
export async function householdWords(db: Db, accountId: string) {
  const [row] = await db
    .select({ appName: settings.appName, timezone: settings.timezone })
    .from(settings)
    .where(eq(settings.accountId, accountId));
  return row;
}

/** An instant as a letter tells it, with the place whose clock that is. */
export function whenMessage(now: Date, timezone: string): string {
  const place = timezone.replaceAll('_', ' ');
  return `${formatDay(now, timezone)} at ${formatTime(now, timezone)} (${place})`;
}
