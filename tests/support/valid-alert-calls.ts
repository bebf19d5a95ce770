import { randomUUID } from 'node:crypto';
import type { Database } from '#database/connect.ts';
import { unsentAlerts } from '#database/schema/alerts.ts';
import { alerts } from '#database/schema/escalation.ts';
import type { TestHousehold } from '#testing/test-server.ts';

const PUSH_SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/one',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
};

let subscriptions = 0;

function newSubscription() {
  subscriptions += 1;
  return { ...PUSH_SUBSCRIPTION, endpoint: `${PUSH_SUBSCRIPTION.endpoint}${subscriptions}` };
}

async function eldersDevice(household: TestHousehold) {
  const path = `/api/users/${household.userIds.user}/devices`;
  const { body } = await household.as('admin')('GET', path);
  return { deviceId: String(body[0].id) };
}

const askedAt = (path: string) => async (household: TestHousehold) => {
  const device = await eldersDevice(household);
  const { body } = await household.as('admin')('POST', path, device);
  return { id: String(body.id) };
};

/** Example of a call that requests an action on a device of an elder. */
const ASKING = {
  body: { deviceId: '00000000-0000-4000-8000-000000000000' },
  prepare: async (household: TestHousehold) => ({ body: await eldersDevice(household) }),
};

const OF_THE_ELDER = {
  prepare: async ({ userIds }: TestHousehold) => ({ id: userIds.user }),
};

/**
 * Inserts an unsent alert directly, because creating one takes an overdue dose and a failed
 * delivery.
 */
async function unsentAlert({ accountId }: TestHousehold, database: Database) {
  const id = randomUUID();
  const alert = { id, accountId, createdAt: new Date(0), doses: [], older: 1 };
  await database.asSystem((db) => db.insert(unsentAlerts).values(alert));
  return { id };
}

/** Inserts an open alert directly, because creating one takes an overdue dose. */
async function openAlert({ accountId }: TestHousehold, database: Database) {
  const [id, createdAt] = [randomUUID(), new Date()];
  const progress = { round: 1, roundAt: createdAt, step: 1, stepAt: createdAt };
  await database.asSystem((db) =>
    db.insert(alerts).values({ id, accountId, createdAt, doses: [], older: 0, ...progress }),
  );
  return { id };
}

/** Examples of the calls for alerts, alert channels, alarm tests and fittings. */
export const ALERT_CALLS = {
  'GET /api/push-subscriptions/key': {},
  'POST /api/push-subscriptions': {
    body: PUSH_SUBSCRIPTION,
    prepare: async () => ({ body: newSubscription() }),
  },
  'DELETE /api/push-subscriptions': { body: { endpoint: PUSH_SUBSCRIPTION.endpoint } },
  'GET /api/alerts/channels': {},
  'POST /api/alerts/tests': {},
  'GET /api/alerts/tests/{token}': {},
  'POST /api/alerts/tests/{token}': {},
  'GET /api/alerts/unsent': {},
  'POST /api/alerts/unsent/{id}/seen': { prepare: unsentAlert },
  'GET /api/alerts/open': {},
  'POST /api/alerts/{id}/take-over': { prepare: openAlert },
  'POST /api/alerts/{id}/give-back': { prepare: openAlert },
  'GET /api/alerts/order': {},
  'PUT /api/alerts/order': {
    body: { waitMinutes: 15, askAgainMinutes: 60, lastIgnoresQuiet: false, people: [] },
  },
  'GET /api/alerts/links/{token}': {},
  'POST /api/alerts/links/{token}': {},
  'GET /api/alarm-tests': {},
  'POST /api/alarm-tests': ASKING,
  'GET /api/alarm-tests/of/{userId}': OF_THE_ELDER,
  'PUT /api/alarm-tests/{id}': { body: { outcome: null }, prepare: askedAt('/api/alarm-tests') },
  'GET /api/idle-frame': {},
  'GET /api/idle-frame/of/{userId}': OF_THE_ELDER,
  'PATCH /api/idle-frame/{id}': {
    body: { minutes: 10, seconds: 20, albumIds: null },
    prepare: async (household: TestHousehold) => ({ id: (await eldersDevice(household)).deviceId }),
  },
  'GET /api/fittings': {},
  'POST /api/fittings': ASKING,
  'GET /api/fittings/of/{userId}': OF_THE_ELDER,
  'PUT /api/fittings/{id}': { body: { state: 'shown' }, prepare: askedAt('/api/fittings') },
  'DELETE /api/fittings/{id}': { prepare: askedAt('/api/fittings') },
};
