import { TEST_PASSWORD, type TestHousehold } from '#testing/test-server.ts';

async function ticketOf(household: TestHousehold): Promise<string> {
  const body = { password: TEST_PASSWORD };
  const answer = await household.as('super_admin')('POST', '/api/export/ticket', body);
  return String(answer.body.ticket);
}

/** Returns an import form with the archive that the household itself has exported. */
async function downloaded(household: TestHousehold): Promise<FormData> {
  const path = `/api/export?ticket=${await ticketOf(household)}`;
  const { raw } = await household.as('super_admin')('GET', path);
  const form = new FormData();
  form.append('download', new Blob([new Uint8Array(raw)]), 'household.zip');
  return form;
}

async function customerIdOf(household: TestHousehold): Promise<string> {
  const answer = await household.as('super_admin')('GET', '/api/auth/user');
  return String(answer.body.accountNumber);
}

const NONE = { password: TEST_PASSWORD, customerId: 'GA-000000' };

export const HOUSEHOLD_CALLS = {
  'POST /api/export/ticket': { body: { password: TEST_PASSWORD } },
  'GET /api/export': {
    query: 'ticket=none',
    prepare: async (household: TestHousehold) => ({
      ids: { query: `ticket=${await ticketOf(household)}` },
    }),
  },
  'GET /api/import': {},
  'POST /api/import': {
    prepare: async (household: TestHousehold) => ({ body: await downloaded(household) }),
  },
  'DELETE /api/account': {
    body: NONE,
    prepare: async (household: TestHousehold) => ({
      body: { ...NONE, customerId: await customerIdOf(household) },
    }),
  },
};
