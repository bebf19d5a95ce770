import { expect, it } from 'vitest';
import { lastWins } from './latest-wins.ts';

/** A `send` function whose answers the test controls. */
function slow() {
  const sent: number[] = [];
  const answers: ((answer: string) => void)[] = [];
  const refusals: ((error: Error) => void)[] = [];
  const save = lastWins((value: number) => {
    sent.push(value);
    return new Promise<string>((resolve, reject) => {
      answers.push(resolve);
      refusals.push(reject);
    });
  });
  return { sent, answers, refusals, save };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

it('lastWins sends one value at a time, and of the waiting values only the last', async () => {
  const { sent, answers, save } = slow();
  const first = save(1);
  await turn();
  const others = [save(2), save(3)];
  await turn();
  expect(sent).toEqual([1]);
  answers[0]?.('one');
  await turn();
  expect(sent).toEqual([1, 3]);
  answers[1]?.('three');
  expect(await Promise.all([first, ...others])).toEqual(['one', undefined, 'three']);
});

it('lastWins sends the next value after a failure', async () => {
  const { sent, answers, refusals, save } = slow();
  const first = save(1);
  await turn();
  const second = save(2);
  refusals[0]?.(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await turn();
  answers[1]?.('two');
  expect(await second).toBe('two');
  expect(sent).toEqual([1, 2]);
});
