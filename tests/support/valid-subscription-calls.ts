import { TEST_PASSWORD, type TestHousehold } from '#testing/test-server.ts';

function moved(move: string, body?: Record<string, unknown>) {
  return async (household: TestHousehold) => {
    await household.as('super_admin')('POST', `/api/subscription/${move}`, body);
    return {};
  };
}

const CANCEL = { immediate: false, password: TEST_PASSWORD };

/**
 * An example of each call for subscriptions. `prepare` creates a state in which the call is
 * allowed.
 */
export const SUBSCRIPTION_CALLS = {
  'GET /api/subscription/status': {},
  'POST /api/subscription/pause': {},
  'POST /api/subscription/resume': { prepare: moved('pause') },
  'POST /api/subscription/cancel': { body: CANCEL },
  'POST /api/subscription/reactivate': { prepare: moved('cancel', CANCEL) },
};
