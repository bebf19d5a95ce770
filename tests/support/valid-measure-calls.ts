import { randomUUID } from 'node:crypto';
import type { TestHousehold } from '#testing/test-server.ts';

const ASKED = { kinds: ['blood-pressure', 'weight'], weightUnit: 'kg', glucoseUnit: 'mg/dL' };

const PRESSURE = { kind: 'blood-pressure', unit: 'mm[Hg]', first: 128, second: 79 };

/** A time before the fixed time of the test clock. */
const AT = { measuredAt: '2026-03-09T12:00:00.000Z' };

async function newValue(household: TestHousehold) {
  const userId = household.userIds.user;
  return { body: { id: randomUUID(), userId, ...PRESSURE, ...AT } };
}

async function addedValue(household: TestHousehold) {
  const { body } = await newValue(household);
  await household.as('admin')('POST', '/api/measure-values', body);
  return { id: body.id };
}

async function elderAsked(household: TestHousehold) {
  const userId = household.userIds.user;
  await household.as('admin')('PUT', `/api/measures/${userId}`, ASKED);
  return { ids: { userId } };
}

async function newNote(household: TestHousehold) {
  const userId = household.userIds.user;
  return { body: { userId, date: '2026-03-09', text: 'Dizzy after getting up, twice.' } };
}

async function addedNote(household: TestHousehold) {
  const { body } = await newNote(household);
  const answer = await household.as('admin')('POST', '/api/day-notes', body);
  return { id: String(answer.body.id) };
}

/** An example of each call for measurements and notes. */
export const MEASURE_CALLS = {
  'GET /api/measures': {},
  'PUT /api/measures/{userId}': { body: ASKED, prepare: elderAsked },
  'GET /api/measure-values': { query: 'kind=weight&limit=10' },
  'POST /api/measure-values': { prepare: newValue },
  'PATCH /api/measure-values/{id}': { body: { first: 131 }, prepare: addedValue },
  'DELETE /api/measure-values/{id}': { prepare: addedValue },
  'GET /api/day-notes': { query: 'limit=10' },
  'POST /api/day-notes': { prepare: newNote },
  'PATCH /api/day-notes/{id}': { body: { text: 'Better.' }, prepare: addedNote },
  'DELETE /api/day-notes/{id}': { prepare: addedNote },
};
