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
 * What a call can be refused with: what its contract names, what follows from the rest of it, and
 * `ofHouseholds`, with which the gate turns a whole household away.
 */
export function possibleRefusals(endpoint: Endpoint, ofHouseholds: RefusalKinds): RefusalKinds {
  const { who, method, params, query, body, upload, file, refusals } = endpoint;
  const isParsed = params !== undefined || query !== undefined || body !== undefined;
  return {
    ...ANY_CALL,
    ...(who === 'anyone' ? {} : some(kitRefusals, 'not-signed-in', 'wrong-role')),
    ...(who === 'anyone' ? {} : ofHouseholds),
    // Whoever calls may send a body, also where none is wanted.
    ...(method === 'GET'
      ? {}
      : some(kitRefusals, 'other-origin', 'https-needed', 'too-large', 'wrong-content-type')),
    ...(params === undefined ? {} : some(kitRefusals, 'not-found')),
    ...(isParsed ? some(kitRefusals, 'invalid-input') : {}),
    // Of what a device can ask again, when too many ask at once.
    ...(who !== 'anyone' && method === 'GET' ? some(kitRefusals, 'too-busy') : {}),
    ...(upload === undefined ? {} : some(kitRefusals, 'invalid-form', 'too-many-files')),
    ...(file === undefined ? {} : some(kitRefusals, 'no-such-part')),
    ...refusals,
  };
}
