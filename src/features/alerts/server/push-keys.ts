import { eq } from 'drizzle-orm';
import webPush from 'web-push';
import { z } from 'zod';
import type { Database } from '#database/connect.ts';
import { serverKeys } from '#database/schema/alerts.ts';

const keyPair = z.object({ publicKey: z.string(), privateKey: z.string() });

export type PushKeys = z.output<typeof keyPair>;

const NAME = 'vapid';

/**
 * Returns the VAPID keys of the server. They are created when they are first needed, and all
 * processes share them.
 */
export async function readPushKeys(database: Database): Promise<PushKeys> {
  return database.asSystem(async (db) => {
    const stored = () => db.select().from(serverKeys).where(eq(serverKeys.name, NAME));
    const [known] = await stored();
    if (known !== undefined) return keyPair.parse(JSON.parse(known.value));
    const value = JSON.stringify(webPush.generateVAPIDKeys());
    await db.insert(serverKeys).values({ name: NAME, value }).onConflictDoNothing();
    // The keys are read again, because another process may have inserted its keys first.
    const [made] = await stored();
    return keyPair.parse(JSON.parse(made?.value ?? value));
  });
}
