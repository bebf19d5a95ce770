import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Renderer } from '#platform/server/http/first-answers.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { NAVIGATION, serverOfPages } from '#testing/first-screen.ts';
import {
  type Answer,
  expectStatus,
  type TestHousehold,
  type TestServer,
} from '#testing/test-server.ts';
import { HOME_SCREEN } from './first-screen.ts';

// Loaded at run time, as the server does it, because the module belongs to the web client.
const { renderHome } = await vi.importActual<{ renderHome: Renderer }>('./render-home.tsx');

/** The home screen with its renderer and a long time limit, for slow machines. */
const screen = { ...HOME_SCREEN, longestMs: MINUTE_MS, render: renderHome };

let server: TestServer;
beforeAll(async () => {
  server = await serverOfPages(screen);
});
afterAll(() => server.close());

const open = async (home: TestHousehold): Promise<Answer> =>
  expectStatus(await home.as('user')('GET', '/', undefined, NAVIGATION), 200);

/** Returns the text of the page's root; empty if the server rendered no screen. */
function wordsOf({ body }: Answer): string {
  const [, root = ''] = /<div id="root">(.*)<\/div><script/s.exec(body) ?? [];
  return root
    .replace(/<style.*?<\/style>|<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

async function change(home: TestHousehold, path: string, body: object): Promise<void> {
  expectStatus(await home.as('admin')('PATCH', path, body), 200);
}

it("an elder's page contains the home screen at the household's time with today's items", async () => {
  const home = await server.household();
  const dose = { name: 'Iron', dosage: '5 mg', frequency: 'daily', startDate: '2026-03-01' };
  const added = await home.as('admin')('POST', '/api/medications', { ...dose, times: ['12:00'] });
  expectStatus(added, 201);
  const event = { title: 'Choir', eventDate: '2026-03-10', startTime: '17:00' };
  expectStatus(await home.as('admin')('POST', '/api/calendar-events', event), 201);
  const page = await open(home);
  expect(wordsOf(page)).toBe(
    'Grand App Williamstown, MA 10:00 AM Tuesday morning, March 10 Photos Watch Listen Read Call My Day Today’s events 5:00 PM Choir Medications 12:00 PM Iron 5 mg in 2 hours HOME SCREEN',
  );
  const links = [...page.body.matchAll(/<a href="([^"]*)" class="tile/g)].map(([, to]) => to);
  expect(links).toEqual(['/photos', '/watch', '/listen', '/read', '/call', '/my-day']);
  await change(home, '/api/settings', { timezone: 'Asia/Tokyo' });
  server.clock.advance(MINUTE_MS);
  expect(wordsOf(await open(home))).toContain('11:01 PM Tuesday night, March 10');
  server.clock.advance(-MINUTE_MS);
});

it("styles are in an element with the page's nonce, not in attributes", async () => {
  const home = await server.household();
  const { body, headers } = await open(home);
  const [, nonce] =
    /style-src 'self' 'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? [];
  expect(body).toContain(`<div id="root"><style nonce="${nonce}">`);
  expect(body).not.toContain(' style="');
  expect(body).toMatch(/\[data-styled="1"\]\{--word:[\d.]+;--lines:1\}/);
  expect(body.match(/ data-styled="/g)).toHaveLength(1);
});

it('user content stays text in the page', async () => {
  const home = await server.household();
  const appName = '<img src=x> style="color:red" `__NONCE__$&';
  await change(home, '/api/settings', { appName });
  const { body } = await open(home);
  expect(body).toContain(
    '<h1 class="home-name">&lt;img src=x&gt; style=&quot;color:red&quot; `__NONCE__$&amp;</h1>',
  );
  expect(body).not.toContain('<img');
});

it('no screen is rendered if it needs its script', async () => {
  const home = await server.household();
  const { body } = await open(home);
  const [, json = ''] = /id="first-answers">(.*?)<\/script>/s.exec(body) ?? [];
  const { answers } = JSON.parse(json);
  const renders = (path: string, change: object) => {
    const changed = { ...answers, [path]: change };
    return renderHome(changed, server.clock.now()) !== undefined;
  };
  const user = answers['/api/auth/user'];
  const settings = answers['/api/settings'];
  const [own] = answers['/api/accessibility'];
  expect(own.userId).toBe(home.userIds.user);
  expect(renders('/api/auth/user', user)).toBe(true);
  expect(renders('/api/auth/user', { ...user, isCareOnly: true }), 'care alone').toBe(false);
  expect(renders('/api/auth/user', { ...user, isBringingIn: true }), 'brought in').toBe(false);
  expect(renders('/api/settings', { ...settings, requireLongPress: true }), 'held').toBe(false);
  expect(renders('/api/accessibility', [{ ...own, holdMs: 300 }]), 'held long').toBe(false);
  expect(renders('/api/accessibility', [{ ...own, textSize: 150 }]), 'larger').toBe(false);
  const another = { ...own, userId: home.userIds.admin, holdMs: 300 };
  expect(renders('/api/accessibility', [another, own]), 'another holds').toBe(true);
  expect(renders('/api/accessibility', [another]), 'not known').toBe(false);
  for (const path of ['/api/auth/user', '/api/settings', '/api/accessibility']) {
    const { [path]: _, ...others } = answers;
    expect(renderHome(others, server.clock.now()), path).toBeUndefined();
  }
});

it('a page whose screen cannot be rendered still contains its data', async () => {
  const home = await server.household();
  screen.render = () => {
    throw new Error('not to be rendered');
  };
  const page = await open(home);
  screen.render = renderHome;
  expect(wordsOf(page)).toBe('');
  expect(page.body).toContain('id="first-answers"');
});

it("the renderer reads each call of the first screen, and uses the household's date", () => {
  const asked = new Set<string>();
  const settings = { timezone: 'Asia/Tokyo', appName: 'Our Window' };
  const answers = new Proxy<Record<string, unknown>>(
    {},
    {
      get(_, path) {
        asked.add(String(path));
        return path === '/api/settings' ? settings : undefined;
      },
    },
  );
  renderHome(answers, new Date('2026-03-10T20:00:00Z'));
  expect([...asked].toSorted()).toEqual(HOME_SCREEN.calls.map(({ path }) => path).toSorted());
});
