import { expect, it } from 'vitest';
import { singleFlight } from './single-flight.ts';

it('what is asked for while it is made is made once, and anew afterwards', async () => {
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

it('one that failed, failed for all who waited, and is made anew for the next', async () => {
  const fly = singleFlight<string>();
  const fail = () => Promise.reject(new Error('gone'));
  const outcomes = await Promise.allSettled([fly('a', fail), fly('a', async () => 'joined')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await fly('a', async () => 'there')).toBe('there');
});
