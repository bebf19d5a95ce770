import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api.ts';
import { createQueryClient } from './query-client.ts';

const refusal = (status: number, code: string) =>
  new ApiError(status, JSON.stringify({ error: 'No.', code }), '');
const BUSY = refusal(503, 'too-busy');

describe('createQueryClient retries', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const read = (queryFn: () => Promise<string>) => {
    const answer = createQueryClient(() => undefined).fetchQuery({ queryKey: ['one'], queryFn });
    return answer.catch((error: unknown) => error);
  };

  it('a query is repeated while the server is busy', async () => {
    const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(BUSY).mockResolvedValue('it');
    const answer = read(ask);
    await vi.advanceTimersByTimeAsync(900);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_200);
    expect(await answer).toBe('it');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('a query gives up after five retries', async () => {
    const ask = vi.fn<() => Promise<string>>().mockRejectedValue(BUSY);
    const answer = read(ask);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await answer).toBe(BUSY);
    expect(ask).toHaveBeenCalledTimes(6);
  });

  it.each([
    ['a refusal by the server', refusal(409, 'changed-meanwhile')],
    ['an unavailable database', refusal(503, 'not-ready')],
    ['a failed connection', new TypeError('Failed to fetch')],
  ])('a query is not repeated after %s', async (_, failure) => {
    const ask = vi.fn<() => Promise<string>>().mockRejectedValue(failure);
    const answer = read(ask);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await answer).toBe(failure);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
