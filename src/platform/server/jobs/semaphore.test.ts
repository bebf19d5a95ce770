import { expect, it, vi } from 'vitest';
import { limitConcurrency } from './semaphore.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function controlled() {
  const log: string[] = [];
  const endings = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      log.push(name);
      endings.set(name, () => resolve(name));
    });
  return { log, work, end: (name: string) => endings.get(name)?.() };
}

it('limitConcurrency runs two at a time, queues the rest in order, and refuses more than the queue holds', async () => {
  const inTurn = limitConcurrency({ atOnce: 2, longestQueue: 2, tooMany: 'Later, please.' });
  const { log, work, end } = controlled();
  const done = ['a', 'b', 'c', 'd'].map((name) => inTurn(work(name)));
  await expect(inTurn(work('e'))).rejects.toMatchObject({ status: 503, message: 'Later, please.' });
  expect(log).toEqual(['a', 'b']);
  end('b');
  await settle();
  expect(log).toEqual(['a', 'b', 'c']);
  end('a');
  end('c');
  await settle();
  end('d');
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd']);
});

it('a freed place goes to the next in the queue before new work, even after a failure', async () => {
  const inTurn = limitConcurrency({ atOnce: 1, longestQueue: 5, tooMany: '' });
  const { log, work, end } = controlled();
  const failing = inTurn(async () => {
    throw new Error('no');
  });
  const waiting = inTurn(work('waiting'));
  await expect(failing).rejects.toThrow('no');
  const late = inTurn(work('late'));
  await settle();
  expect(log).toEqual(['waiting']);
  end('waiting');
  await settle();
  end('late');
  expect(await Promise.all([waiting, late])).toEqual(['waiting', 'late']);
});

it('one household is limited to its share, and another one does not wait for it', async () => {
  const forOne = { atOnce: 1, longestQueue: 1 };
  const inTurn = limitConcurrency({
    atOnce: 2,
    longestQueue: 9,
    forOne,
    tooMany: 'Later, please.',
  });
  const { log, work, end } = controlled();
  const done = [inTurn(work('mine'), 'me'), inTurn(work('my next'), 'me')];
  await expect(inTurn(work('my third'), 'me')).rejects.toMatchObject({ status: 503 });
  done.push(inTurn(work('yours'), 'you'));
  expect(log).toEqual(['mine', 'yours']);
  end('yours');
  await settle();
  expect(log).toEqual(['mine', 'yours']);
  end('mine');
  await settle();
  end('my next');
  expect(await Promise.all(done)).toEqual(['mine', 'my next', 'yours']);
});

it('work that waits too long is refused and never runs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const limit = { atOnce: 1, longestQueue: 5, longestWaitMs: 700, tooMany: 'Later, please.' };
    const inTurn = limitConcurrency(limit);
    const { log, work, end } = controlled();
    const first = inTurn(work('first'));
    const second = inTurn(work('second'));
    vi.advanceTimersByTime(699);
    const third = inTurn(work('third'));
    vi.advanceTimersByTime(1);
    await expect(second).rejects.toMatchObject({ status: 503, message: 'Later, please.' });
    end('first');
    await settle();
    vi.advanceTimersByTime(10_000);
    end('third');
    expect(await Promise.all([first, third])).toEqual(['first', 'third']);
    expect(log).toEqual(['first', 'third']);
  } finally {
    vi.useRealTimers();
  }
});
