import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RefusalKinds } from '#platform/shared/refusal.ts';
import { testServer } from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';

const SOURCE = join(import.meta.dirname, '../../src');

/**
 * Files that declare, document or test refusal codes. A code in these files does not count as used.
 */
const NO_USE = /refusals\.ts$|contract\.ts$|\.test\.tsx?$|testing|\/web\//;

/** Codes of requests that match no call, so that no contract lists them. */
const OF_NO_CALL = ['unknown-address', 'wrong-method'];

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });

const declared = await Promise.all(
  files
    .filter((file) => /^features\/[^/]+\/refusals\.ts$|^platform\/shared\/refusals\.ts$/.test(file))
    .map(async (file): Promise<[file: string, kinds: RefusalKinds]> => {
      const exported = Object.entries(await import(join(SOURCE, file)));
      const [, kinds] = exported.find(([name]) => name.endsWith('Refusals')) ?? [];
      return [file, kinds as RefusalKinds];
    }),
);

const codes = declared.flatMap(([file, kinds]) =>
  Object.entries(kinds).map(([code, kind]) => ({ file, code, kind })),
);

const read = (file: string) => readFileSync(join(SOURCE, file), 'utf8');

/**
 * Codes that the source files use. The platform's codes are used through functions next to their
 * table.
 */
const said = new Set(
  [
    ...files
      .filter((file) => /\.ts$/.test(file) && !NO_USE.test(file))
      .flatMap((file) => [...read(file).matchAll(/'([a-z-]+)'/g)]),
    ...read('platform/shared/refusals.ts').matchAll(/Refusal\('([a-z-]+)'/g),
  ].map(([, code]) => code),
);

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

describe('the codes of refusals', () => {
  it('the codes of every feature are found', () => {
    expect(codes.length).toBeGreaterThan(80);
  });

  it('codes are hyphenated words and unique', () => {
    const names = codes.map(({ code }) => code);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('each code has an error status', () => {
    for (const { code, kind } of codes) {
      expect(kind.status, code).toBeGreaterThanOrEqual(400);
      expect(kind.status, code).toBeLessThan(600);
    }
  });

  it('each code is used in the product', () => {
    const unused = codes.filter(({ code }) => !said.has(code));
    expect(unused.map(({ code }) => code)).toEqual([]);
  });

  it('each code is listed in the contract of a call', async () => {
    const server = await testServer(featuresFor(readConfig(STRIPE)));
    const { body } = await server.ask('GET', '/api/openapi.json');
    await server.close();
    const told = JSON.stringify(body.paths);
    const untold = codes.filter(({ code }) => !told.includes(`"${code}"`));
    expect(untold.map(({ code }) => code)).toEqual(OF_NO_CALL);
  });
});
