import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { callsOf } from './every-call.testing.ts';
import { featuresFor } from './features.ts';

const marked = callsOf(featuresFor(readConfig({}))).filter(
  ([, { replica }]) => replica !== undefined,
);

/** Which these are is written down once more: what tablets ring and poll by is never among them. */
it('reports and downloads may be answered by a replica, and nothing else', () => {
  expect(marked.map(([line, { replica }]) => [line, replica]).sort()).toEqual([
    ['GET /api/adherence', true],
    ['GET /api/audit', true],
    ['GET /api/day-notes', true],
    ['GET /api/export', true],
    ['GET /api/measure-values', true],
    ['GET /api/medication-logs', { onlyWith: 'limit' }],
  ]);
});

it.each(marked)('%s is a read of somebody’s that is not cached', (_, call) => {
  expect(call.method).toBe('GET');
  expect(call.who).not.toBe('anyone');
  expect([call.cache, call.events, call.upload, call.file]).toEqual(Array(4).fill(undefined));
});
