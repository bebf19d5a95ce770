import { expect, it } from 'vitest';
import { readConfig } from '#kit/server/config.ts';
import type { Role } from '#kit/shared/roles.ts';
import { callsOf } from './every-call.testing.ts';
import { featuresFor } from './features.ts';

/**
 * Who may make each call, the least role that is needed: written down here once more, so that a call
 * whose declaration is weakened by a slip is noticed. What takes cards and backups is there too.
 */
const LEAST_ROLE: Record<'anyone' | Role, readonly string[]> = {
  anyone: [
    'POST /api/auth/login',
    'POST /api/auth/logout',
    'POST /api/auth/forgot-password',
    'POST /api/auth/reset-password',
    'POST /api/auth/confirm-email',
    'POST /api/auth/pair',
    'POST /api/auth/register',
    'GET /api/auth/options',
    'POST /api/auth/card-entry',
    'POST /api/webhooks/stripe',
    'GET /api/admin/invitation/{token}',
    'POST /api/admin/signup',
    'GET /api/alerts/tests/{token}',
    'POST /api/alerts/tests/{token}',
    'GET /calendar/{secret}.ics',
  ],
  user: [
    'GET /api/auth/user',
    'POST /api/auth/change-password',
    'POST /api/auth/logout-everywhere',
    'PUT /api/auth/device',
    'GET /api/live',
    'GET /api/settings',
    'GET /api/home-buttons',
    'GET /api/medications',
    'GET /api/upcoming-medications',
    'GET /api/medication-logs',
    'POST /api/medication-logs',
    'GET /api/push-subscriptions/key',
    'POST /api/push-subscriptions',
    'DELETE /api/push-subscriptions',
    'GET /api/alarm-tests',
    'PUT /api/alarm-tests/{id}',
    'GET /uploads/{filename}',
    'GET /api/photo-albums',
    'GET /api/photos/{albumId}',
    'GET /api/photos',
    'POST /api/photos/looked',
    'GET /api/videos',
    'GET /api/playlists',
    'GET /api/articles',
    'GET /api/articles/{id}/page',
    'GET /api/weather',
    'POST /api/help-tip',
    'POST /api/analytics',
    'GET /api/calendar-events',
    'GET /api/todays-events',
  ],
  admin: [
    'GET /api/users',
    'POST /api/users',
    'PUT /api/users/{id}',
    'DELETE /api/users/{id}',
    'POST /api/users/{id}/pairing-code',
    'POST /api/users/{id}/confirmation',
    'GET /api/users/{id}/devices',
    'DELETE /api/users/{id}/devices/{deviceId}',
    'PATCH /api/settings',
    'PUT /api/settings',
    'PUT /api/home-buttons/{id}',
    'PUT /api/home-buttons/order',
    'POST /api/medications',
    'PATCH /api/medications/{id}',
    'DELETE /api/medications/{id}',
    'GET /api/medication-logs/{id}/attempts',
    'GET /api/adherence',
    'GET /api/alerts/channels',
    'POST /api/alerts/tests',
    'GET /api/alerts/unsent',
    'POST /api/alerts/unsent/{id}/seen',
    'POST /api/alarm-tests',
    'GET /api/alarm-tests/of/{userId}',
    'POST /api/upload-pill-image',
    'POST /api/photo-albums',
    'DELETE /api/photo-albums/{id}',
    'POST /api/photo-albums/{albumId}/photos',
    'PUT /api/photos/{id}',
    'PUT /api/photos/{id}/order',
    'PUT /api/photo-albums/{id}/order',
    'DELETE /api/photos/{id}',
    'POST /api/videos',
    'PUT /api/videos/{id}',
    'DELETE /api/videos/{id}',
    'PUT /api/videos/order',
    'POST /api/playlists',
    'PUT /api/playlists/{id}',
    'DELETE /api/playlists/{id}',
    'PUT /api/playlists/order',
    'POST /api/articles',
    'PUT /api/articles/{id}',
    'DELETE /api/articles/{id}',
    'PUT /api/articles/order',
    'POST /api/calendar-events',
    'PUT /api/calendar-events/{id}',
    'POST /api/calendar-events/{id}/skip',
    'DELETE /api/calendar-events/{id}',
    'GET /api/calendar-feed',
    'POST /api/calendar-feed',
    'DELETE /api/calendar-feed',
  ],
  super_admin: [
    'GET /api/subscription/status',
    'POST /api/subscription/pause',
    'POST /api/subscription/resume',
    'POST /api/subscription/cancel',
    'POST /api/subscription/reactivate',
    'POST /api/subscription/card-entry',
    'PUT /api/subscription/card',
    'GET /api/admin/invitations',
    'POST /api/admin/invitations',
    'POST /api/admin/invitations/{id}/resend',
    'DELETE /api/admin/invitations/{id}',
    'GET /api/audit',
    'GET /api/analytics',
    'GET /api/analytics/robust',
    'POST /api/export/ticket',
    'GET /api/export',
    'GET /api/import',
    'POST /api/import',
    'DELETE /api/account',
  ],
};

/** What each feature does by itself, again and again. */
const ROUNDS = [
  'care',
  'downloads that were half brought in',
  'expiries',
  'files of deleted households',
  'files without a picture',
  'heartbeats',
  'nightly backup',
  'old analytics',
  'outbox',
  'outbox',
  'pictures that nothing names',
  'prices',
  'reconciliation',
  'sign-ups',
];

const features = featuresFor(
  readConfig({
    DATA_DIR: 'nowhere',
    BACKUP_DIR: 'nowhere-else',
    PUBLIC_URL: 'https://grand.example.org',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }),
);

it.each(Object.entries(LEAST_ROLE))('%s may make these calls, and no others', (who, lines) => {
  const declared = callsOf(features).filter(([, call]) => call.who === who);
  expect(declared.map(([line]) => line).sort()).toEqual([...lines].sort());
});

it('every feature that works by itself is there', () => {
  const names = features.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name));
  expect(names.sort()).toEqual(ROUNDS);
});
