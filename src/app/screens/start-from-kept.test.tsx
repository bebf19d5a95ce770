import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_BUTTONS } from '#features/home-buttons/domain/defaults.ts';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { recordStart, sessionMark } from '#platform/web/offline/session-mark.ts';
import { clockSkew, startWithSkew } from '#platform/web/server-clock.ts';
import { cachesInMemory } from '#testing/web/caches.ts';
import { stubBrowserParts } from '#testing/web/render.ts';
import { App, createAppClient, recall } from '../App.tsx';

// Mocks the screens that are prefetched five seconds after the start, because the prefetch would
// outlive the test.
vi.mock('./Activity.tsx', () => ({ ActivityScreen: () => null }));
vi.mock('./MyDay.tsx', () => ({ MyDayScreen: () => null }));
vi.mock('./Photos.tsx', () => ({
  PhotosScreen: () => null,
  firstPhotosAtHand: async () => undefined,
}));

const NOW = Date.now();

const EDITH = {
  id: 'edith',
  firstName: 'Edith',
  lastName: 'Clarke',
  email: null,
  role: 'user',
  accountNumber: 'GA-1',
  createdAt: '2026-01-01T00:00:00.000Z',
  subscriptionEndDate: new Date(NOW + DAY_MS).toISOString(),
  isCareOnly: false,
  isBringingIn: false,
};
const WALTER = { ...EDITH, id: 'walter', firstName: 'Walter' };

const buttonsOf = (name: string) =>
  DEFAULT_BUTTONS.map((button) => ({ ...button, label: `${button.label} of ${name}` }));

const DOSE = {
  id: 'dose',
  medicationId: 'metformin',
  scheduledTime: new Date(NOW).toISOString(),
  status: 'pending',
  medication: { name: 'Metformin' },
};

/** A response of the server with one dose, as it is stored on the device. */
const DOSES = { at: NOW, timezone: 'America/New_York', medications: [], doses: [DOSE] };

/**
 * `asked` has the requested paths, `answers` the responses by path. Requests to other paths are
 * answered at the end of the test.
 */
let asked: string[];
let late: ((answer: Response) => void)[];
let answers: Record<string, () => Response>;
let browser: ReturnType<typeof cachesInMemory>;

beforeEach(() => {
  stubBrowserParts();
  browser = cachesInMemory();
  asked = [];
  late = [];
  answers = {};
  vi.stubGlobal('caches', browser.part);
  vi.stubGlobal('indexedDB', { databases: async () => [] });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const answer = answers[path];
    return answer ? Promise.resolve(answer()) : new Promise((resolve) => late.push(resolve));
  });
});
afterEach(() => {
  cleanup();
  for (const answer of late) answer(Response.json(EDITH));
  localStorage.clear();
  history.replaceState(null, '', '/');
  startWithSkew(0);
});

interface KeptHere {
  person?: object;
  owner?: { person: string; household: string };
  readAt?: number;
  build?: string;
  skew?: number;
}

/** Stores data on the device as an earlier page does. */
async function keep({
  person = EDITH,
  readAt = NOW,
  build = '',
  skew = 0,
  ...rest
}: KeptHere = {}) {
  const { owner = { person: 'edith', household: 'GA-1' } } = rest;
  const answer = (key: unknown[], data: unknown, isForEveryBuild = false) => ({
    ...{ key, data, readAt, showUntil: readAt + DAY_MS, isForEveryBuild },
  });
  const kept = {
    ...{ owner, build },
    answers: [
      answer(['current-user'], person, true),
      answer(['settings'], { ...DEFAULT_SETTINGS, appName: 'Our Window', version: 1 }),
      answer(['home-buttons'], buttonsOf('Edith')),
      answer(['known-doses'], { ...DOSES, owner, skew }, true),
    ],
  };
  const place = await browser.part.open('kept-answers');
  await place.put('/kept-answers', Response.json(kept));
  recordStart(sessionMark());
}

async function start() {
  const client = createAppClient();
  await recall(client);
  render(<App client={client} />);
}

const buttonOf = (name: string) => screen.queryByRole('link', { name: `Photos of ${name}` });

const isForgotten = () =>
  vi.waitFor(async () => {
    const place = await browser.part.open('kept-answers');
    expect(await place.match('/kept-answers')).toBeUndefined();
  });

test('without a response the stored six buttons are shown at once, and only the user is requested', async () => {
  await keep();
  await start();
  expect(screen.getAllByRole('link', { name: / of Edith$/ })).toHaveLength(6);
  expect(screen.getByRole('heading', { name: 'Our Window' })).toBeTruthy();
  expect(asked).toEqual(['/api/auth/user']);
});

test('doses appear only after a response, or after five seconds without one', async () => {
  // Preloads the modules, so that only the delay of the timers is measured.
  await import('#features/medications/web/elder/OfflineSync.tsx');
  await import('#features/medications/web/elder/answer-doses.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await keep();
  await start();
  for (let step = 0; step < 49; step += 1) await vi.advanceTimersByTimeAsync(100);
  expect(document.body.textContent).not.toContain('Metformin');
  await vi.advanceTimersByTimeAsync(200);
  await vi.waitFor(() => expect(document.body.textContent).toContain('Metformin'));
});

test('the stored clock skew is used at start', async () => {
  await keep({ skew: HOUR_MS / 2 });
  await start();
  expect(clockSkew()).toBe(HOUR_MS / 2);
});

test('if the server confirms the elder, all data is loaded and updated', async () => {
  await keep();
  answers['/api/auth/user'] = () => Response.json(EDITH);
  answers['/api/home-buttons'] = () => Response.json(buttonsOf('today'));
  await start();
  await vi.waitFor(() => expect(buttonOf('today')).toBeTruthy());
  expect(asked).toEqual(expect.arrayContaining(['/api/settings', '/api/upcoming-medications']));
});

test('if the session has ended, the sign-in screen is shown and the stored data is deleted', async () => {
  await keep();
  answers['/api/auth/user'] = () =>
    Response.json({ error: 'Please sign in.', code: 'not-signed-in' }, { status: 401 });
  answers['/api/auth/options'] = () => Response.json({ registrationOpen: true });
  await start();
  await screen.findByLabelText('Email', {}, { timeout: 10_000 });
  expect(buttonOf('Edith')).toBeNull();
  await isForgotten();
  expect(asked).not.toContain('/api/home-buttons');
});

test('an expired subscription opens its screen, and the stored data is deleted', async () => {
  await keep();
  const refusal = { error: 'Subscription expired', code: 'subscription-expired' };
  answers['/api/auth/user'] = () => Response.json(refusal, { status: 403 });
  await start();
  await vi.waitFor(() => expect(window.location.pathname).toBe('/subscription-expired'));
  expect(buttonOf('Edith')).toBeNull();
  await isForgotten();
});

test('if another person is signed in, the stored data is neither shown nor kept', async () => {
  await keep();
  answers['/api/auth/user'] = () => Response.json(WALTER);
  answers['/api/home-buttons'] = () => Response.json(buttonsOf('Walter'));
  await start();
  await vi.waitFor(() => expect(buttonOf('Walter')).toBeTruthy());
  expect(document.body.textContent).not.toContain('Edith');
  expect(screen.queryByRole('heading', { name: 'Our Window' })).toBeNull();
  await isForgotten();
});

test.each<[string, KeptHere]>([
  ['an administrator', { person: { ...EDITH, role: 'admin' } }],
  ['a super admin', { person: { ...EDITH, role: 'super_admin' } }],
  [
    'an elder with an expired subscription',
    { person: { ...EDITH, subscriptionEndDate: '2026-01-02' } },
  ],
  ['a tablet in the grace period', { person: { ...EDITH, isCareOnly: true } }],
  ['a household with a running import', { person: { ...EDITH, isBringingIn: true } }],
  ['another person than the owner of the data', { owner: { person: 'walter', household: 'GA-1' } }],
  ['the same person in another household', { owner: { person: 'edith', household: 'GA-2' } }],
  ['a person who was stored too long ago', { readAt: NOW - 2 * DAY_MS }],
  ['a person who was stored with a future time', { readAt: NOW + 2 * HOUR_MS }],
  ['an elder whose subscription has expired by the server’s clock', { skew: -2 * DAY_MS }],
])('no stored data of %s is shown before the server responds', async (_, kept) => {
  await keep(kept);
  await start();
  expect(buttonOf('Edith')).toBeNull();
  expect(screen.getByRole('status').textContent).toContain('Loading...');
});

test('buttons that another build stored are not shown', async () => {
  await keep({ build: '/assets/another.js' });
  await start();
  expect(buttonOf('Edith')).toBeNull();
});

test('data that was stored before a later sign-in or sign-out is not shown', async () => {
  await keep();
  localStorage.setItem('kept-for', 'another session');
  await start();
  expect(buttonOf('Edith')).toBeNull();
});

test("a path outside of the elder's screens waits for the server", async () => {
  await keep();
  history.replaceState(null, '', '/pair?code=123');
  await start();
  expect(window.location.search).toBe('?code=123');
  expect(buttonOf('Edith')).toBeNull();
});
