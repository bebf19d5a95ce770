import { registrationForm } from '#features/accounts/registration.testing.ts';
import type { TestHousehold } from '#features/accounts/server/testing.ts';

/** A call that the contract accepts, as a starting point for everything that it must refuse. */
export interface ValidCall {
  readonly body?: Record<string, unknown>;
  /** Makes what the call is about; its id goes into the path and its body replaces the above. */
  prepare?(household: TestHousehold): Promise<{ id?: string; body?: Record<string, unknown> }>;
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
  userId: 'system',
};

let registrations = 0;

async function addedMedication(household: TestHousehold) {
  const answer = await household.as('admin')('POST', '/api/medications', MEDICATION);
  return { id: String(answer.body.id) };
}

async function buttonIds(household: TestHousehold): Promise<string[]> {
  const answer = await household.as('user')('GET', '/api/home-buttons');
  return answer.body.map(({ id }: { id: string }) => id);
}

/** One for each line of the API; the walk over the contracts fails when one is missing. */
export const VALID_CALLS: Readonly<Record<string, ValidCall>> = {
  'GET /api/auth/user': {},
  'POST /api/auth/login': { body: { email: 'ada@example.com', password: 'no such password' } },
  'POST /api/auth/logout': {},
  'POST /api/auth/change-password': {
    body: { currentPassword: 'the old garden gate', password: 'the new garden gate' },
  },
  'POST /api/auth/register': {
    body: registrationForm('ada@example.com'),
    prepare: async () => {
      registrations += 1;
      return { body: registrationForm(`ada${registrations}@example.com`) };
    },
  },
  'GET /api/auth/options': {},
  'GET /api/settings': {},
  'PATCH /api/settings': { body: { appName: 'Our App' } },
  'PUT /api/settings': { body: { slideshowDisplayDuration: 20 } },
  'GET /api/home-buttons': {},
  'PUT /api/home-buttons/{id}': {
    body: { isEnabled: false, order: 3, label: 'Pictures' },
    prepare: async (household) => ({ id: (await buttonIds(household))[0] ?? '' }),
  },
  'PUT /api/home-buttons/order': {
    body: { ids: [] },
    prepare: async (household) => ({ body: { ids: (await buttonIds(household)).reverse() } }),
  },
  'GET /api/medications': {},
  'POST /api/medications': { body: MEDICATION },
  'PATCH /api/medications/{id}': { body: { name: 'Losartan' }, prepare: addedMedication },
  'DELETE /api/medications/{id}': { prepare: addedMedication },
  'GET /api/upcoming-medications': {},
  'GET /api/medication-logs': {},
  'POST /api/medication-logs': {
    body: {
      medicationId: '00000000-0000-4000-8000-000000000000',
      scheduledTime: '2026-03-10T12:00:00.000Z',
      status: 'taken',
      notes: '',
    },
    prepare: async (household) => ({
      body: {
        medicationId: (await addedMedication(household)).id,
        scheduledTime: '2026-03-10T12:00:00.000Z',
        status: 'taken',
        notes: '',
      },
    }),
  },
};
