import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RefusalKinds } from '#kit/shared/refusal.ts';
import { testServer } from '#testing/test-server.ts';
import { readConfig } from './config.ts';
import { featuresFor } from './features.ts';

const SOURCE = join(import.meta.dirname, '..');

/** Where codes are declared, documented or tried: what stands there is no use of one. */
const NO_USE = /refusals\.ts$|contract\.ts$|\.test\.tsx?$|testing|\/web\//;

/** Answered where there is no call that could tell of them. */
const OF_NO_CALL = ['unknown-address', 'wrong-method'];

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });

const declared = await Promise.all(
  files
    .filter((file) => /^features\/[^/]+\/refusals\.ts$|^kit\/shared\/refusals\.ts$/.test(file))
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

/** Codes as the product says them; the kit has makers beside its table. */
const said = new Set(
  [
    ...files
      .filter((file) => /\.ts$/.test(file) && !NO_USE.test(file))
      .flatMap((file) => [...read(file).matchAll(/'([a-z-]+)'/g)]),
    ...read('kit/shared/refusals.ts').matchAll(/Refusal\('([a-z-]+)'/g),
  ].map(([, code]) => code),
);

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

describe('the codes of refusals', () => {
  it('are those of every feature that refuses', () => {
    expect(codes.length).toBeGreaterThan(80);
  });

  it('are words with hyphens, none of them twice in the product', () => {
    const names = codes.map(({ code }) => code);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('come with the status of a refusal', () => {
    for (const { code, kind } of codes) {
      expect(kind.status, code).toBeGreaterThanOrEqual(400);
      expect(kind.status, code).toBeLessThan(600);
    }
  });

  it('are all said somewhere', () => {
    const unused = codes.filter(({ code }) => !said.has(code));
    expect(unused.map(({ code }) => code)).toEqual([]);
  });

  it('are all told of by the contract of a call', async () => {
    const server = await testServer(featuresFor(readConfig(STRIPE)));
    const { body } = await server.ask('GET', '/api/openapi.json');
    await server.close();
    const told = JSON.stringify(body.paths);
    const untold = codes.filter(({ code }) => !told.includes(`"${code}"`));
    expect(untold.map(({ code }) => code)).toEqual(OF_NO_CALL);
  });
});
