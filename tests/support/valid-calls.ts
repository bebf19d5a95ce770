import { randomUUID } from 'node:crypto';
import type { Database } from '#database/connect.ts';
import { EVENT } from '#testing/event.ts';
import { householdForm, registrationForm } from '#testing/registration.ts';
import { TEST_PASSWORD, type TestHousehold } from '#testing/test-server.ts';
import { ALERT_CALLS } from './valid-alert-calls.ts';
import { AWAY_CALLS } from './valid-away-calls.ts';
import { DOCTOR_LINK_CALLS } from './valid-doctor-link-calls.ts';
import { HOUSEHOLD_CALLS } from './valid-household-calls.ts';
import { MEASURE_CALLS } from './valid-measure-calls.ts';
import { PHOTO_CALLS, pillForm, uploadedPill } from './valid-photo-calls.ts';
import { SUBSCRIPTION_CALLS } from './valid-subscription-calls.ts';

/** An example of a call that is accepted; tests derive refused calls from it. */
export interface ValidCall {
  /** Query string, if the path needs one. */
  readonly query?: string;
  readonly body?: Record<string, unknown>;
  /**
   * Creates the rows that the call needs. The returned id is put into the path, and the returned
   * body replaces `body`.
   */
  prepare?(household: TestHousehold, database: Database): Promise<Prepared>;
}

export interface Prepared {
  readonly id?: string;
  /** Values of path parameters other than `id`. `query` replaces the query string. */
  readonly ids?: Record<string, string>;
  readonly body?: Record<string, unknown> | FormData;
}

const MEDICATION = {
  name: 'Lisinopril',
  dosage: '10 mg',
  frequency: 'daily',
  times: ['08:00'],
  startDate: '2026-03-01',
  endDate: null,
  instructions: 'With water.',
  isActive: true,
  reminderEnabled: true,
  soundEnabled: true,
  shortestIntervalMinutes: 240,
  mostIn24Hours: 4,
  userId: 'system',
};

async function addedMedication(household: TestHousehold) {
  const answer = await household.as('admin')('POST', '/api/medications', MEDICATION);
  return { id: String(answer.body.id) };
}

const STOCK = { left: 24, unitsPerDose: 0.5, warnBefore: 7 };

async function countedMedication(household: TestHousehold) {
  const { id } = await addedMedication(household);
  await household.as('admin')('PUT', `/api/stocks/${id}`, STOCK);
  return { ids: { medicationId: id } };
}

const SAID = { scheduledTime: '2026-03-10T12:00:00.000Z', status: 'taken', notes: '' };

const ofMedication = (fields: object) => ({
  body: { medicationId: '00000000-0000-4000-8000-000000000000', ...fields },
  prepare: async (household: TestHousehold) => ({
    body: { medicationId: (await addedMedication(household)).id, ...fields },
  }),
});

async function loggedDose(household: TestHousehold) {
  const { body } = await ofMedication(SAID).prepare(household);
  const answer = await household.as('admin')('POST', '/api/medication-logs', body);
  return { id: String(answer.body.id) };
}

async function buttonIds(household: TestHousehold): Promise<string[]> {
  const answer = await household.as('user')('GET', '/api/home-buttons');
  return answer.body.map(({ id }: { id: string }) => id);
}

const ELDER = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  password: 'a quiet blue harbour',
};

let elders = 0;

async function changedTimezone(household: TestHousehold) {
  const change = { timezone: 'America/Chicago' };
  const answer = await household.as('admin')('PATCH', '/api/settings', change);
  return { body: { changedAt: String(answer.body.timezoneUndo.changedAt) } };
}

function newElder() {
  elders += 1;
  return { ...ELDER, email: `grace${elders}@example.com` };
}

let invitations = 0;

function newInvitation() {
  invitations += 1;
  const email = `edith${invitations}@example.com`;
  return { email, firstName: 'Edith', lastName: 'Clarke', password: TEST_PASSWORD };
}

async function sentInvitation(household: TestHousehold) {
  const ask = household.as('super_admin');
  const { body } = await ask('POST', '/api/admin/invitations', newInvitation());
  const token = new URL(body.link).searchParams.get('token') ?? '';
  return { id: String(body.invitation.id), token };
}

const NEW_PASSWORD = 'the new garden gate';

const theElder = async (household: TestHousehold) => ({ id: household.userIds.user });

async function pairingCode(household: TestHousehold) {
  const path = `/api/users/${household.userIds.user}/pairing-code`;
  const answer = await household.as('admin')('POST', path);
  return { body: { code: String(answer.body.code) } };
}

async function eldersDevice(household: TestHousehold) {
  const id = household.userIds.user;
  const answer = await household.as('admin')('GET', `/api/users/${id}/devices`);
  return { id, ids: { deviceId: String(answer.body[0].id) } };
}

// A URL of a media file, because it needs no request to an external service.
const VIDEO = { title: 'The garden', url: 'https://example.org/garden.mp4', duration: '12:40' };
const PLAYLIST = {
  name: 'Evening',
  spotifyUrl: 'https://example.org/evening.mp3',
  trackCount: 24,
};
const UNTIMED = { url: 'https://example.org/garden.mp4' };
const TOLD = { ...UNTIMED, seconds: 760 };
const ARTICLE = { title: 'Roses', url: 'https://127.0.0.1/roses' };

function onShelf(path: string, body: Record<string, unknown>) {
  return async (household: TestHousehold) => {
    const answer = await household.as('admin')('POST', path, body);
    return { id: String(answer.body.id), body: { ...body, order: 0 } };
  };
}

const shelfCalls = (path: string, body: Record<string, unknown>): Record<string, ValidCall> => ({
  [`GET ${path}`]: {},
  [`POST ${path}`]: { body },
  [`PUT ${path}/{id}`]: { body: { ...body, order: 0 }, prepare: onShelf(path, body) },
  [`DELETE ${path}/{id}`]: { prepare: onShelf(path, body) },
  [`PUT ${path}/order`]: {
    body: { ids: [] },
    prepare: async (household) => {
      await onShelf(path, body)(household);
      const answer = await household.as('user')('GET', path);
      return { body: { ids: answer.body.map(({ id }: { id: string }) => id) } };
    },
  },
});

async function addedEvent(household: TestHousehold) {
  const answer = await household.as('admin')('POST', '/api/calendar-events', EVENT);
  return { id: String(answer.body.id) };
}

/** An example of each call; a test fails if one is missing. */
export const VALID_CALLS: Readonly<Record<string, ValidCall>> = {
  'GET /api/auth/user': {},
  'POST /api/auth/login': { body: { email: 'ada@example.com', password: 'no such password' } },
  'POST /api/auth/logout': {},
  'POST /api/auth/confirm-password': { body: { password: TEST_PASSWORD } },
  'POST /api/auth/change-password': {
    body: { currentPassword: 'the old garden gate', password: 'the new garden gate' },
  },
  'POST /api/auth/register': {
    body: registrationForm('ada@example.com'),
    prepare: async () => ({ body: registrationForm(`ada${randomUUID()}@example.com`) }),
  },
  'POST /api/auth/forgot-password': { body: { email: 'ada@example.com' } },
  'POST /api/auth/confirm-email': { body: { token: 'x'.repeat(43) } },
  'POST /api/auth/cancel-email-change': { body: { token: 'x'.repeat(43) } },
  'GET /api/auth/reset-password/{token}': {},
  'POST /api/auth/reset-password/{token}/release-email': {},
  'POST /api/auth/reset-password': { body: { token: 'x'.repeat(43), password: NEW_PASSWORD } },
  'GET /api/admin/invitations': {},
  'POST /api/admin/invitations': {
    body: newInvitation(),
    prepare: async () => ({ body: newInvitation() }),
  },
  'POST /api/admin/invitations/{id}/resend': { prepare: sentInvitation },
  'DELETE /api/admin/invitations/{id}': { prepare: sentInvitation },
  'GET /api/admin/invitation/{token}': {},
  'POST /api/admin/signup': {
    body: { token: 'x'.repeat(43), password: NEW_PASSWORD },
    prepare: async (household) => {
      const { token } = await sentInvitation(household);
      return { body: { token, password: NEW_PASSWORD } };
    },
  },
  'GET /api/auth/options': {},
  'POST /api/auth/pair': { body: { code: 'ABCD 2345' }, prepare: pairingCode },
  'POST /api/auth/logout-everywhere': {},
  'PUT /api/auth/device': { body: { soundReady: true, visible: true, clockSkewMs: -40 } },
  'GET /api/users': {},
  'POST /api/users': { body: ELDER, prepare: async () => ({ body: newElder() }) },
  'PUT /api/users/{id}': { body: { firstName: 'Grace', lastName: 'H.' }, prepare: theElder },
  'GET /api/users/{id}/removal': { prepare: theElder },
  'DELETE /api/users/{id}': { prepare: theElder },
  'POST /api/users/{id}/confirmation': { prepare: theElder },
  'DELETE /api/users/{id}/pending-email': { prepare: theElder },
  'POST /api/users/{id}/pairing-code': { prepare: theElder },
  'GET /api/users/{id}/devices': { prepare: theElder },
  'DELETE /api/users/{id}/devices/{deviceId}': { prepare: eldersDevice },
  'GET /api/audit': {},
  'GET /api/live': {},
  'POST /api/help-tip': { body: { currentPage: 'home', userAction: 'viewing' } },
  'GET /api/weather': { query: 'city=Williamstown&state=MA&units=imperial' },
  'GET /api/settings': {},
  'PATCH /api/settings': { body: { appName: 'Our App' } },
  'PUT /api/settings': { body: { slideshowDisplayDuration: 20 } },
  'POST /api/settings/timezone-undo': {
    body: { changedAt: '2026-03-10T12:00:00.000Z' },
    prepare: changedTimezone,
  },
  'GET /api/settings/timezone-preview': { query: 'timezone=Asia/Tokyo' },
  'GET /api/accessibility': {},
  'PATCH /api/accessibility/{id}': { body: { textSize: 140 }, prepare: theElder },
  'GET /api/home-buttons': {},
  'PUT /api/home-buttons/{id}': {
    body: { isEnabled: false, order: 3, label: 'Pictures' },
    prepare: async (household) => ({ id: (await buttonIds(household))[0] ?? '' }),
  },
  'PUT /api/home-buttons/order': {
    body: { ids: [] },
    prepare: async (household) => ({ body: { ids: (await buttonIds(household)).reverse() } }),
  },
  ...SUBSCRIPTION_CALLS,
  ...HOUSEHOLD_CALLS,
  ...ALERT_CALLS,
  'GET /api/medications': {},
  'POST /api/medications': { body: MEDICATION },
  'PATCH /api/medications/{id}': { body: { name: 'Losartan' }, prepare: addedMedication },
  'DELETE /api/medications/{id}': { prepare: addedMedication },
  ...AWAY_CALLS,
  ...DOCTOR_LINK_CALLS,
  'GET /api/stocks': {},
  'PUT /api/stocks/{medicationId}': { body: STOCK, prepare: countedMedication },
  'POST /api/stocks/{medicationId}/refills': { body: { units: 30 }, prepare: countedMedication },
  'GET /api/stocks/{medicationId}/entries': { prepare: countedMedication },
  'DELETE /api/stocks/{medicationId}': { prepare: countedMedication },
  'POST /api/upload-pill-image': { prepare: async () => ({ body: pillForm() }) },
  'GET /uploads/{filename}': {
    prepare: async (household) => ({ id: await uploadedPill(household) }),
  },
  ...MEASURE_CALLS,
  ...PHOTO_CALLS,
  'POST /api/analytics': {
    body: { activity: 'watch', duration: 61, content: 'watch_ended' },
  },
  'GET /api/analytics': {},
  'GET /api/analytics/weeks': {},
  'GET /api/analytics/robust': {},
  ...shelfCalls('/api/videos', VIDEO),
  'PUT /api/videos/{id}/duration': {
    body: TOLD,
    prepare: async (household) => {
      const { id } = await onShelf('/api/videos', UNTIMED)(household);
      return { id, body: TOLD };
    },
  },
  ...shelfCalls('/api/playlists', PLAYLIST),
  ...shelfCalls('/api/articles', ARTICLE),
  'GET /api/articles/{id}/page': { prepare: onShelf('/api/articles', ARTICLE) },
  'GET /api/calendar-events': {},
  'GET /api/todays-events': {},
  'POST /api/calendar-events': { body: EVENT },
  'PUT /api/calendar-events/{id}': { body: { title: 'Walk' }, prepare: addedEvent },
  'POST /api/calendar-events/{id}/skip': { body: { date: '2026-03-11' }, prepare: addedEvent },
  'DELETE /api/calendar-events/{id}': { prepare: addedEvent },
  'GET /api/calendar-feed': {},
  'POST /api/calendar-feed': {},
  'DELETE /api/calendar-feed': {},
  'GET /calendar/{secret}.ics': {},
  'GET /api/upcoming-medications': {},
  'GET /api/medication-logs': {},
  'GET /api/medication-logs/{id}/attempts': { prepare: loggedDose },
  'GET /api/adherence': {},
  'GET /api/today': {},
  'GET /api/households': {},
  'POST /api/households': { body: householdForm() },
  'POST /api/households/{id}/switch': {
    prepare: async ({ accountId }) => ({ id: accountId }),
  },
  'POST /api/admin/join': { body: { token: 'x'.repeat(43), password: NEW_PASSWORD } },
  'GET /api/search': { query: 'q=walk' },
  'POST /api/medication-snoozes': ofMedication({ scheduledTime: SAID.scheduledTime, minutes: 0 }),
  'POST /api/medication-logs': ofMedication(SAID),
};
