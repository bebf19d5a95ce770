import type { Endpoint } from '#kit/shared/endpoint.ts';
import { type RefusalKinds, some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';

const ANY_CALL = some(
  kitRefusals,
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
    ...(who === 'anyone' ? {} : some(kitRefusals, 'not-signed-in', 'wrong-role')),
    ...(who === 'anyone' ? {} : ofHouseholds),
    // A client may send a body even if the call expects none.
    ...(method === 'GET'
      ? {}
      : some(kitRefusals, 'other-origin', 'https-needed', 'too-large', 'wrong-content-type')),
    ...(params === undefined ? {} : some(kitRefusals, 'not-found')),
    ...(isParsed ? some(kitRefusals, 'invalid-input') : {}),
    // Only reads are refused as too busy, because a device can repeat them.
    ...(who !== 'anyone' && method === 'GET' ? some(kitRefusals, 'too-busy') : {}),
    ...(upload === undefined ? {} : some(kitRefusals, 'invalid-form', 'too-many-files')),
    ...(file === undefined ? {} : some(kitRefusals, 'no-such-part')),
    ...refusals,
  };
}
