import type { TestHousehold } from '#testing/test-server.ts';

const AWAY = {
  startDate: '2026-03-12',
  startTime: '09:00',
  endDate: '2026-03-15',
  endTime: '18:00',
};

async function notedAway(household: TestHousehold) {
  const { body } = await household.as('admin')('POST', '/api/away', AWAY);
  return { id: String(body.id) };
}

/** An example of each call for away periods. */
export const AWAY_CALLS = {
  'GET /api/away': {},
  'POST /api/away': { body: AWAY },
  'PATCH /api/away/{id}': { body: { note: 'Hospital' }, prepare: notedAway },
  'DELETE /api/away/{id}': { prepare: notedAway },
};
