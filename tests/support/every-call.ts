import type { Feature } from '#platform/server/feature.ts';
import type { Endpoint } from '#platform/shared/endpoint.ts';
import type { Role } from '#platform/shared/roles.ts';
import type { TestHousehold, TestServer } from '#testing/test-server.ts';
import { type Prepared, VALID_CALLS, type ValidCall } from './valid-calls.ts';

/** A valid UUID that no row has. */
export const NO_UUID = '00000000-0000-4000-8000-000000000000';

/** Returns every call of these features with its line, such as `GET /api/photos/{albumId}`. */
export function callsOf(features: readonly Feature[]): [line: string, endpoint: Endpoint][] {
  return features
    .flatMap((feature) => Object.values<Endpoint>(feature.calls))
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]);
}

export function validCall(line: string): ValidCall {
  const call = VALID_CALLS[line];
  if (call === undefined) throw new Error(`add ${line} to valid-calls.testing.ts`);
  return call;
}

/**
 * Creates the rows that the valid example of a call needs. `id` of the result is `NO_UUID` if the
 * call needs none.
 */
export async function prepared(
  line: string,
  household: TestHousehold,
  { database }: TestServer,
): Promise<Prepared & { id: string }> {
  const { body, prepare } = validCall(line);
  const made = await prepare?.(household, database);
  return { id: NO_UUID, ...(body === undefined ? {} : { body }), ...made };
}

export function addressOf(line: string, id: string, ids: Record<string, string> = {}): string {
  const { query } = { ...VALID_CALLS[line], ...ids };
  const [, template = ''] = line.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? id);
  return query === undefined ? path : `${path}?${query}`;
}

export async function makeCall(
  line: string,
  household: TestHousehold,
  server: TestServer,
  role: Role = 'super_admin',
) {
  const { id, ids, body } = await prepared(line, household, server);
  const [method = ''] = line.split(' ');
  return household.as(role)(method, addressOf(line, id, ids), body);
}
