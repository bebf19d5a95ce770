import type { Endpoint } from '#platform/shared/endpoint.ts';
import { type RefusalKinds, some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';

const ANY_CALL = some(
  platformRefusals,
  'not-understood',
  'request-too-slow',
  'address-too-long',
  'head-too-large',
  'server-failed',
  'not-ready',
  'no-room',
);

/**
 * Returns the refusals that a call can answer: those its contract names, those that follow from the
 * contract's other fields, and `ofHouseholds`, which apply to whole households.
 */
export function possibleRefusals(endpoint: Endpoint, ofHouseholds: RefusalKinds): RefusalKinds {
  const { who, method, params, query, body, upload, file, refusals } = endpoint;
  const isParsed = params !== undefined || query !== undefined || body !== undefined;
  return {
    ...ANY_CALL,
    ...(who === 'anyone' ? {} : some(platformRefusals, 'not-signed-in', 'wrong-role')),
    ...(who === 'anyone' ? {} : ofHouseholds),
    // Included even if the call expects no body, because a client may send one.
    ...(method === 'GET'
      ? {}
      : some(platformRefusals, 'other-origin', 'https-needed', 'too-large', 'wrong-content-type')),
    ...(params === undefined ? {} : some(platformRefusals, 'not-found')),
    ...(isParsed ? some(platformRefusals, 'invalid-input') : {}),
    // Only reads are refused as too busy, because a device can repeat them.
    ...(who !== 'anyone' && method === 'GET' ? some(platformRefusals, 'too-busy') : {}),
    ...(upload === undefined ? {} : some(platformRefusals, 'invalid-form', 'too-many-files')),
    ...(file === undefined ? {} : some(platformRefusals, 'no-such-part')),
    ...refusals,
  };
}
