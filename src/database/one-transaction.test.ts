import { expect, it } from 'vitest';
import { OneTransaction } from './one-transaction.ts';

const OPEN = 'A transaction is open here already';

async function begin<T>(database: OneTransaction, work: () => Promise<T>): Promise<T> {
  database.check();
  return database.run(work);
}

it('a transaction inside one of the same database is rejected, even through another database', async () => {
  const [one, other] = [new OneTransaction(), new OneTransaction()];
  const nested = begin(one, () => begin(other, async () => begin(one, async () => 'done')));
  await expect(nested).rejects.toThrow(OPEN);
  await expect(begin(one, () => begin(other, async () => 'done'))).resolves.toBe('done');
});

it('work that outlives its transaction may begin another one', async () => {
  const one = new OneTransaction();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let left = Promise.resolve('not yet');
  await begin(one, async () => {
    left = ended.then(() => begin(one, async () => 'afterwards'));
  });
  end();
  expect(await left).toBe('afterwards');
});
