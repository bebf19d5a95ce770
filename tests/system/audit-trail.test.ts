import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { EVENT } from '#testing/event.ts';
import { pillPicture } from '#testing/hostile-pictures.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { type MailingServer, openMailingServer } from '../support/mailing.ts';
import { ALERT_CALLS } from '../support/valid-alert-calls.ts';

let at: MailingServer;
let home: TestHousehold;
/** Makes calls as one person from one browser with one address. */
let ask: ReturnType<TestHousehold['as']>;
beforeAll(async () => {
  at = await openMailingServer();
});
afterAll(() => at.close());
beforeEach(async () => {
  home = await at.server.household();
  ask = home.as('super_admin');
});

async function done(method: string, path: string, body?: unknown) {
  // Advances the clock, because the order of entries at the same instant is undefined.
  at.server.clock.advance(SECOND_MS);
  const answer = await ask(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

/** Returns the audit entries, oldest first. */
async function trail(): Promise<string[]> {
  const entries = await done('GET', '/api/audit');
  return entries
    .map(({ action, subject }: { action: string; subject: string }) => `${action}: ${subject}`)
    .reverse();
}

async function photosOf(number: number): Promise<FormData> {
  const form = new FormData();
  for (let index = 0; index < number; index += 1) {
    // Each picture has a different width, because duplicates are refused.
    const bytes = await pillPicture(60 + photosMade, 60)
      .jpeg()
      .toBuffer();
    photosMade += 1;
    form.append('photos', new Blob([new Uint8Array(bytes)]), `${index}.jpg`);
  }
  return form;
}
let photosMade = 0;

describe('the audit log', () => {
  it('events are recorded by title', async () => {
    const { id, title } = await done('POST', '/api/calendar-events', EVENT);
    await done('PUT', `/api/calendar-events/${id}`, { description: 'Bring the letter.' });
    await done('DELETE', `/api/calendar-events/${id}`);
    const actions = ['event-added', 'event-changed', 'event-deleted'];
    expect(await trail()).toEqual(actions.map((action) => `${action}: ${title}`));
  });

  it.each([
    ['videos', { title: 'The garden', url: 'https://example.org/garden.mp4' }],
    ['playlists', { name: 'The garden', spotifyUrl: 'https://example.org/evening.mp3' }],
    ['articles', { title: 'The garden', url: 'https://127.0.0.1/roses' }],
  ])('%s are recorded by title, and several moves as one entry', async (kind, body) => {
    const { id } = await done('POST', `/api/${kind}`, body);
    await done('PUT', `/api/${kind}/order`, { ids: [id] });
    await done('PUT', `/api/${kind}/order`, { ids: [id] });
    await done('DELETE', `/api/${kind}/${id}`);
    expect(await trail()).toEqual([
      'content-added: The garden',
      `content-changed: Order of the ${kind}`,
      'content-deleted: The garden',
    ]);
  });

  it('albums are recorded by name, and photos by number', async () => {
    const album = await done('POST', '/api/photo-albums', { name: 'Summer', description: '' });
    const path = `/api/photo-albums/${album.id}/photos`;
    const { photos } = await done('POST', path, await photosOf(2));
    await done('POST', path, await photosOf(1));
    await done('PUT', `/api/photos/${photos[0].id}`, { caption: 'At the lake' });
    await done('DELETE', `/api/photos/${photos[0].id}`);
    at.server.clock.advance(11 * MINUTE_MS);
    await done('POST', path, await photosOf(1));
    await done('DELETE', `/api/photo-albums/${album.id}`);
    expect(await trail()).toEqual([
      'album-added: Summer',
      'photos-added: 3 photos',
      'photos-changed: 1 photo',
      'photos-deleted: 1 photo',
      'photos-added: 1 photo',
      'album-deleted: Summer, with 3 photos',
    ]);
  });

  it('equal actions of two people are recorded separately', async () => {
    const [album] = await done('GET', '/api/photo-albums');
    const path = `/api/photo-albums/${album.id}/photos`;
    await done('POST', path, await photosOf(1));
    expectStatus(await home.as('admin')('POST', path, await photosOf(1)), 201);
    expect(await trail()).toEqual(['photos-added: 1 photo', 'photos-added: 1 photo']);
  });

  it('home buttons, pairing codes, push subscriptions and downloads are recorded', async () => {
    const [button] = await done('GET', '/api/home-buttons');
    await done('PUT', `/api/home-buttons/${button.id}`, { label: 'Pictures' });
    await done('POST', `/api/users/${home.userIds.user}/pairing-code`);
    const browser = (await ALERT_CALLS['POST /api/push-subscriptions'].prepare()).body;
    await done('POST', '/api/push-subscriptions', browser);
    const { endpoint } = browser;
    await done('DELETE', '/api/push-subscriptions', { endpoint });
    await done('DELETE', '/api/push-subscriptions', { endpoint });
    await done('POST', '/api/export/ticket', { password: 'the old garden gate' });
    expect(await trail()).toEqual([
      'buttons-changed: Pictures',
      'pairing-code-made: Ada user',
      'notices-on: ',
      'notices-off: ',
      'export-prepared: ',
    ]);
  });
});

describe('the calendar feed', () => {
  const FEED = '/api/calendar-feed';
  const make = async (role: 'admin' | 'super_admin' = 'admin') => {
    const { url } = expectStatus(await home.as(role)('POST', FEED), 201).body;
    return new URL(url).pathname;
  };

  it('a feed ends when its creator is removed, and this is recorded', async () => {
    const path = await make();
    expect(await done('GET', FEED)).toMatchObject({ madeBy: 'Ada admin', isPasswordNewer: false });
    expectStatus(await at.server.ask('GET', path), 200);
    await done('DELETE', `/api/users/${home.userIds.admin}`);
    expectStatus(await at.server.ask('GET', path), 404);
    expect(await done('GET', FEED)).toMatchObject({ createdAt: null, madeBy: null });
    expect((await trail()).sort()).toEqual([
      'feed-ended: Ada admin',
      'feed-made: ',
      'person-removed: Ada admin',
    ]);
  });

  it('a feed stays when another person is removed, and can be ended manually', async () => {
    const path = await make('super_admin');
    await done('DELETE', `/api/users/${home.userIds.admin}`);
    expectStatus(await at.server.ask('GET', path), 200);
    await done('DELETE', FEED);
    await done('DELETE', FEED);
    expectStatus(await at.server.ask('GET', path), 404);
    const ended = (await trail()).filter((line) => line.startsWith('feed-ended'));
    expect(ended).toEqual(['feed-ended: ']);
  });

  it('a feed ends when its creator is no longer an administrator', async () => {
    const path = await make();
    await at.demoted(home.userIds.admin);
    expectStatus(await at.server.ask('GET', path), 404);
    expect(await done('GET', FEED)).toMatchObject({ createdAt: null });
  });

  it('a feed stays valid after its creator changed the password, and the panel shows this', async () => {
    const path = await make();
    at.server.clock.advance(MINUTE_MS);
    const body = { currentPassword: 'the old garden gate', password: 'the new garden gate' };
    expectStatus(await home.as('admin')('POST', '/api/auth/change-password', body), 200);
    expectStatus(await at.server.ask('GET', path), 200);
    expect(await done('GET', FEED)).toMatchObject({ madeBy: 'Ada admin', isPasswordNewer: true });
  });

  it('a feed of an earlier version stays valid without a creator', async () => {
    const path = await make();
    await at.makerForgotten(home.accountId);
    expectStatus(await at.server.ask('GET', path), 200);
    const feed = await done('GET', FEED);
    expect(feed).toMatchObject({ madeBy: null, isPasswordNewer: false });
    expect(feed.createdAt).not.toBeNull();
  });
});
