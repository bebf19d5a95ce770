import { expect, it } from 'vitest';
import type { Endpoint } from '#platform/shared/endpoint.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';

const calls: [string, Endpoint][] = featuresFor(readConfig({}))
  .flatMap((feature) => Object.values<Endpoint>(feature.calls))
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]);

it.each(calls)('the response schema of %s rejects {}', (_, { reply }) => {
  expect(reply?.safeParse({}).success ?? false).toBe(false);
});
