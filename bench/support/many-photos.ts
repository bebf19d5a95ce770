import { randomUUID } from 'node:crypto';
import { type ConnectOptions, connect } from '../../src/database/connect.ts';
import { photos } from '../../src/database/schema/photos.ts';
import { MINUTE_MS } from '../../src/platform/shared/durations.ts';

const ROWS_AT_ONCE = 500;

/** Copies the rows of the uploaded photos until there are `count` photos. */
export async function multiply(where: ConnectOptions, count: number): Promise<void> {
  const database = await connect(where);
  await database.asSystem(async (db) => {
    const uploaded = await db.select().from(photos);
    const now = Date.now();
    const rows = Array.from({ length: count - uploaded.length }, (_, at) => {
      const row = uploaded[at % uploaded.length];
      if (row === undefined) throw new Error('nothing was uploaded');
      return {
        ...row,
        id: randomUUID(),
        originalHash: randomUUID(),
        caption: `At the lake, number ${at}`,
        order: uploaded.length + at,
        uploadedAt: new Date(now - at * MINUTE_MS),
      };
    });
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      await db.insert(photos).values(rows.slice(from, from + ROWS_AT_ONCE));
    }
  });
  await database.close();
}
