import { expect, it } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';
import { callsOf } from '../support/every-call.ts';

const marked = callsOf(featuresFor(readConfig({}))).filter(
  ([, { replica }]) => replica !== undefined,
);

/**
 * The list of calls is repeated here on purpose: calls that tablets poll must never be added to it.
 */
it('a replica may answer reports and downloads only', () => {
  expect(marked.map(([line, { replica }]) => [line, replica]).sort()).toEqual([
    ['GET /api/adherence', true],
    ['GET /api/audit', true],
    ['GET /api/day-notes', true],
    ['GET /api/export', true],
    ['GET /api/measure-values', true],
    ['GET /api/medication-logs', { onlyWith: 'limit' }],
  ]);
});

it.each(marked)('%s is an uncached GET with a session', (_, call) => {
  expect(call.method).toBe('GET');
  expect(call.who).not.toBe('anyone');
  expect([call.cache, call.events, call.upload, call.file]).toEqual(Array(4).fill(undefined));
});
