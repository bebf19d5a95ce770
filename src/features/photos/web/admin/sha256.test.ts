import { sha256 } from '@noble/hashes/sha2.js';
import { afterEach, expect, it, vi } from 'vitest';
import { sha256Of } from './sha256.ts';

afterEach(() => vi.unstubAllGlobals());

const file = new Blob([Uint8Array.from({ length: 3_000_001 }, (_, at) => at % 251)]);

/** As Node's own says. */
const EXPECTED = '6676c19ef38e4bb8a162d4efd71b8de3150e82b93da3918ee0e9f69891925d9f';

it('a file has its hash from the browser on a secure page', async () => {
  const digest = vi.fn(async (_: string, buffer: ArrayBuffer) => sha256(new Uint8Array(buffer)));
  vi.stubGlobal('crypto', { subtle: { digest } });
  expect(await sha256Of(file)).toBe(EXPECTED);
  expect(digest).toHaveBeenCalledWith('SHA-256', expect.anything());
});

it('and from here on one that is not', async () => {
  vi.stubGlobal('crypto', {});
  expect(await sha256Of(file)).toBe(EXPECTED);
});
