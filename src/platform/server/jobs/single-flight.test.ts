import { expect, it } from 'vitest';
import { singleFlight } from './single-flight.ts';

it('concurrent calls with the same key share one computation, and a later call starts a new one', async () => {
  const fly = singleFlight<number>();
  let made = 0;
  const make = async () => {
    made += 1;
    const own = made;
    await Promise.resolve();
    return own;
  };
  expect(await Promise.all([fly('a', make), fly('a', make), fly('b', make)])).toEqual([1, 1, 2]);
  expect(await fly('a', make)).toBe(3);
});

it('a failure rejects all waiting calls, and the next call starts a new computation', async () => {
  const fly = singleFlight<string>();
  const fail = () => Promise.reject(new Error('gone'));
  const outcomes = await Promise.allSettled([fly('a', fail), fly('a', async () => 'joined')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await fly('a', async () => 'there')).toBe('there');
});
