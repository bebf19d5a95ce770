import { randomUUID } from 'node:crypto';
import { content } from '#database/schema/content.ts';
import type { Activity } from '#features/analytics/domain/uses.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { expectStatus, type TestHousehold, type TestServer } from './test-server.ts';

/** Returns functions that record and read the analytics of a household as its people do. */
export function analyticsOf(server: TestServer, household: TestHousehold) {
  const { accountId } = household;
  const get = async (path: string) =>
    expectStatus(await household.as('super_admin')('GET', path), 200).body;

  async function note(content: string, duration = 0, itemId?: string): Promise<void> {
    const [activity] = content.split('_');
    const body = { activity, duration, content, ...(itemId === undefined ? {} : { itemId }) };
    expectStatus(await household.as('user')('POST', '/api/analytics', body), 201);
  }

  /** Opens a screen, and optionally an item on it, for the given number of seconds. */
  async function use(activity: Activity, seconds: number, itemId?: string): Promise<void> {
    await note(`${activity}_started`);
    if (itemId !== undefined) await note(`${activity}_started`, 0, itemId);
    server.clock.advance(seconds * SECOND_MS);
    if (itemId !== undefined) await note(`${activity}_ended`, seconds, itemId);
    await note(`${activity}_ended`, seconds);
  }

  return {
    read: () => get('/api/analytics'),
    readRobust: () => get('/api/analytics/robust'),
    note,
    use,
    async addVideo(title: string): Promise<string> {
      const thing = { kind: 'videos', url: 'https://example.org/a.mp4' } as const;
      return add({ ...thing, title });
    },
    async addArticle(title: string): Promise<string> {
      const thing = { kind: 'articles', url: 'https://example.org/a' } as const;
      return add({ ...thing, source: 'example.org', title });
    },
  };

  async function add(
    thing: Pick<typeof content.$inferInsert, 'kind' | 'title' | 'url' | 'source'>,
  ): Promise<string> {
    const row = { ...thing, id: randomUUID(), accountId, order: 0, createdAt: server.clock.now() };
    await server.database.asSystem((db) => db.insert(content).values(row));
    return row.id;
  }
}
