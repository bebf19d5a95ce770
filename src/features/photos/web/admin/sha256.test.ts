import { sha256 } from '@noble/hashes/sha2.js';
import { afterEach, expect, it, vi } from 'vitest';
import { sha256Of } from './sha256.ts';

afterEach(() => vi.unstubAllGlobals());

const file = new Blob([Uint8Array.from({ length: 3_000_001 }, (_, at) => at % 251)]);

/** The hash that Node computes. */
const EXPECTED = '6676c19ef38e4bb8a162d4efd71b8de3150e82b93da3918ee0e9f69891925d9f';

it('a secure page hashes a file with the Web Crypto API', async () => {
  const digest = vi.fn(async (_: string, buffer: ArrayBuffer) => sha256(new Uint8Array(buffer)));
  vi.stubGlobal('crypto', { subtle: { digest } });
  expect(await sha256Of(file)).toBe(EXPECTED);
  expect(digest).toHaveBeenCalledWith('SHA-256', expect.anything());
});

it('an insecure page hashes a file in JavaScript', async () => {
  vi.stubGlobal('crypto', {});
  expect(await sha256Of(file)).toBe(EXPECTED);
});
