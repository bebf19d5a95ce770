import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { sha256Of } from './sha256.ts';

afterEach(() => vi.unstubAllGlobals());

const bytes = Uint8Array.from({ length: 3_000_001 }, (_, at) => at % 251);
const expected = createHash('sha256').update(bytes).digest('hex');

it('a file has its hash on a secure page', async () => {
  const digest = async (_: string, buffer: ArrayBuffer) =>
    Uint8Array.from(createHash('sha256').update(new Uint8Array(buffer)).digest()).buffer;
  vi.stubGlobal('crypto', { subtle: { digest } });
  expect(await sha256Of(new Blob([bytes]))).toBe(expected);
});

it('and on one that is not', async () => {
  vi.stubGlobal('crypto', {});
  expect(await sha256Of(new Blob([bytes]))).toBe(expected);
});
