import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { subscriptions } from '#database/schema/households.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { NAVIGATION, serverOfPages } from '#testing/first-screen.ts';
import {
  type Answer,
  expectStatus,
  type TestHousehold,
  type TestServer,
} from '#testing/test-server.ts';
import { HOME_SCREEN } from './first-screen.ts';

/** The first screen with a long time limit, for slow machines. */
const screen = { ...HOME_SCREEN, longestMs: MINUTE_MS };

let server: TestServer;
beforeAll(async () => {
  server = await serverOfPages(screen);
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const open = (home: TestHousehold, role: 'user' | 'admin' | 'super_admin' = 'user', path = '/') =>
  home.as(role)('GET', path, undefined, NAVIGATION);

const ELEMENT = /<script type="application\/json" id="first-answers">(.*?)<\/script>/s;

/** Returns the responses that are embedded in a page, by path; undefined if there are none. */
function broughtBy({
  body,
}: Answer): { date: string; answers: Record<string, unknown> } | undefined {
  const [, json] = ELEMENT.exec(body) ?? [];
  return json === undefined ? undefined : JSON.parse(json);
}

function expectPlain(page: Answer): void {
  expectStatus(page, 200);
  expect(page.body).not.toContain('first-answers');
  expect(page.headers['cache-control']).toBe('no-cache');
}

it("an elder's page contains the responses of its calls, and is not cached", async () => {
  const home = await server.household();
  const dose = { name: 'Now', frequency: 'daily', times: ['10:00'], startDate: '2026-03-01' };
  expectStatus(await home.as('admin')('POST', '/api/medications', dose), 201);
  const page = expectStatus(await open(home), 200);
  expect(page.headers['cache-control']).toBe('private, no-store');
  const { date, answers = {} } = broughtBy(page) ?? {};
  expect(Date.parse(date ?? '')).toBe(server.clock.now().getTime());
  const paths = HOME_SCREEN.calls.map(({ path }) => path);
  expect(Object.keys(answers)).toEqual(paths);
  for (const path of paths) {
    expect(answers[path], path).toEqual((await home.as('user')('GET', path)).body);
  }
  expect(JSON.stringify(answers['/api/upcoming-medications'])).toContain('Now');
});

it('cached responses cost no query, and a change is contained in the next page', async () => {
  const home = await server.household();
  await open(home);
  const readTogether = vi.spyOn(server.database, 'readTogether');
  const asSystem = vi.spyOn(server.database, 'asSystem');
  expect(broughtBy(await open(home))).toBeDefined();
  expect(readTogether).not.toHaveBeenCalled();
  expect(asSystem).not.toHaveBeenCalled();
  const change = { appName: 'Our Window' };
  expectStatus(await home.as('admin')('PATCH', '/api/settings', change), 200);
  const { answers = {} } = broughtBy(await open(home)) ?? {};
  expect(answers['/api/settings']).toMatchObject(change);
});

it('user content can neither end the script element nor change the page', async () => {
  const home = await server.household();
  const appName = '</script><script>alert(1)</script><!--\u2028\u2029$&$`__NONCE__';
  expectStatus(await home.as('admin')('PATCH', '/api/settings', { appName }), 200);
  for (const page of [await open(home), await open(home)]) {
    expect(page.body.match(/<\/?script/g)).toEqual(['<script', '</script']);
    expect(page.body).not.toMatch(/[\u2028\u2029]|<!--/);
    expect(broughtBy(page)?.answers['/api/settings']).toMatchObject({ appName });
    expect(page.body.endsWith('</body></html>')).toBe(true);
  }
});

it('pages of the family, without a session, of other paths or for a service worker have no data', async () => {
  const home = await server.household();
  expectPlain(await open(home, 'admin'));
  expectPlain(await open(home, 'super_admin'));
  expectPlain(await open(home, 'user', '/my-day'));
  expectPlain(await server.ask('GET', '/', undefined, NAVIGATION));
  expectPlain(
    await server.ask('GET', '/', undefined, { ...NAVIGATION, cookie: 'grand_session=x' }),
  );
  expectPlain(await home.as('user')('GET', '/', undefined, { accept: '*/*' }));
  expect(broughtBy(await open(home))).toBeDefined();
  expectPlain(await home.as('user')('GET', '/', undefined, { accept: '*/*' }));
});

it('the page has no data after sign-out, or if the subscription has expired', async () => {
  const [signedOut, expired] = [await server.household(), await server.household()];
  expect(broughtBy(await open(signedOut))).toBeDefined();
  expectStatus(await signedOut.as('user')('POST', '/api/auth/logout'), 200);
  expectPlain(await open(signedOut));
  await server.database.asSystem((db) =>
    db
      .update(subscriptions)
      .set({ status: 'canceled', endsAt: new Date(0) })
      .where(eq(subscriptions.accountId, expired.accountId)),
  );
  expectPlain(await open(expired));
});

it('the page is sent without data if the database fails or does not respond', async () => {
  const home = await server.household();
  const readTogether = vi.spyOn(server.database, 'readTogether');
  readTogether.mockRejectedValueOnce(new Error('the database is away'));
  expectPlain(await open(home));
  let end: (error: Error) => void = () => undefined;
  readTogether.mockReturnValueOnce(
    new Promise((_, reject) => {
      end = reject;
    }),
  );
  screen.longestMs = 10;
  expectPlain(await open(home));
  screen.longestMs = MINUTE_MS;
  end(new Error('the database has come to an end'));
});

it('the page does not wait while all batches are busy', async () => {
  const asSystem = vi.spyOn(server.database, 'asSystem');
  const ends: (() => void)[] = [];
  asSystem.mockImplementation(
    () => new Promise((_, reject) => ends.push(() => reject(new Error('no answer')))),
  );
  const stranger = (number: number) => ({ cookie: `grand_session=unknown-${number}` });
  const waiting: Promise<Answer>[] = [];
  for (const number of [1, 2]) {
    waiting.push(server.ask('GET', '/api/settings', undefined, stranger(number)));
    await vi.waitFor(() => expect(ends).toHaveLength(number));
  }
  expectPlain(await server.ask('GET', '/', undefined, { ...NAVIGATION, ...stranger(7) }));
  expect(ends, 'it has not even been looked for').toHaveLength(2);
  for (const end of ends) end();
  await Promise.all(waiting);
});
