import type { TestHousehold } from '#testing/test-server.ts';
import { uploadedPill } from './valid-photo-calls.ts';

async function madeLink(household: TestHousehold) {
  const body = { userId: household.userIds.user };
  const answer = await household.as('admin')('POST', '/api/doctor-links', body);
  return {
    id: String(answer.body.id),
    token: new URL(answer.body.url).searchParams.get('token') ?? '',
  };
}

/** An example of each call for doctor links. */
export const DOCTOR_LINK_CALLS = {
  'GET /api/doctor-links': {},
  'POST /api/doctor-links': {
    prepare: async ({ userIds }: TestHousehold) => ({ body: { userId: userIds.user, days: 1 } }),
  },
  'DELETE /api/doctor-links/{id}': { prepare: madeLink },
  'GET /api/doctor-links/{token}/page': {
    prepare: async (household: TestHousehold) => ({
      ids: { token: (await madeLink(household)).token },
    }),
  },
  'GET /api/doctor-links/{token}/pictures/{filename}': {
    prepare: async (household: TestHousehold) => {
      const filename = await uploadedPill(household);
      const dose = { frequency: 'daily', times: ['08:00'], startDate: '2026-01-01' };
      const medication = { name: 'Aspirin', dosage: '', pillImageUrl: `/uploads/${filename}` };
      await household.as('admin')('POST', '/api/medications', { ...dose, ...medication });
      return { ids: { token: (await madeLink(household)).token, filename } };
    },
  },
};
