import { describe, expect, it } from 'vitest';
import type { Database, Db } from '#database/connect.ts';
import type { UnitOfWork } from '#platform/server/feature.ts';
import { unitOfWork } from './invalidation.ts';

const ONE = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

/** A unit of work that records its steps in order. */
function noted({ commit = async () => {} } = {}): UnitOfWork & { readonly steps: string[] } {
  const steps: string[] = [];
  const transact = async <T>(begin: string, work: (db: Db) => Promise<T>): Promise<T> => {
    steps.push(begin);
    try {
      // The tests never use the database handle.
      const result = await work({} as Db);
      await commit();
      steps.push('commit');
      return result;
    } catch (error) {
      steps.push('rollback');
      throw error;
    }
  };
  const database: Pick<Database, 'inHousehold' | 'asSystem' | 'announce'> = {
    inHousehold: (accountId, work) => transact(`begin ${accountId}`, work),
    asSystem: (work) => transact('begin', work),
    announce: async (_db, accountId, what) => void steps.push(`announce ${accountId} ${what}`),
  };
  const unit = unitOfWork(database, (accountId, what) => {
    steps.push(`invalidate ${accountId} ${what === 'sessions' ? what : what.answers}`);
  });
  return { ...unit, steps };
}

describe('unitOfWork', () => {
  it('a change is announced before the commit and invalidated after it', async () => {
    const { change, steps } = noted();
    const result = await change(ONE, async (_db, changed) => {
      changed({ answers: 'photos' });
      steps.push('write');
      return 'done';
    });
    expect(result).toBe('done');
    expect(steps).toEqual([
      `begin ${ONE}`,
      'write',
      `announce ${ONE} answers photos`,
      'commit',
      `invalidate ${ONE} photos`,
    ]);
  });

  it('changes of two households are announced and invalidated separately', async () => {
    const { changeAsSystem, steps } = noted();
    await changeAsSystem(async (_db, changed) => {
      changed(ONE, 'sessions');
      changed(OTHER, { answers: 'alerts' });
    });
    expect(steps).toEqual([
      'begin',
      `announce ${ONE} sessions`,
      `announce ${OTHER} answers alerts`,
      'commit',
      `invalidate ${ONE} sessions`,
      `invalidate ${OTHER} alerts`,
    ]);
  });

  it('repeated changes of the same kind are announced once', async () => {
    const { change, steps } = noted();
    await change(ONE, async (_db, changed) => {
      changed({ answers: 'photos' });
      changed('sessions');
      changed({ answers: 'photos' });
    });
    expect(steps.slice(1)).toEqual([
      `announce ${ONE} answers photos`,
      `announce ${ONE} sessions`,
      'commit',
      `invalidate ${ONE} photos`,
      `invalidate ${ONE} sessions`,
    ]);
  });

  it('a transaction without changes announces nothing', async () => {
    const { change, steps } = noted();
    await change(ONE, async () => undefined);
    expect(steps).toEqual([`begin ${ONE}`, 'commit']);
  });
});

describe('unitOfWork after a rollback', () => {
  const failure = new Error('not this time');

  it('a failure of the work invalidates nothing', async () => {
    const { change, steps } = noted();
    const work = change(ONE, async (_db, changed) => {
      changed('sessions');
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(steps).toEqual([`begin ${ONE}`, 'rollback']);
  });

  it('a failure of the commit invalidates nothing', async () => {
    const { changeAsSystem, steps } = noted({ commit: () => Promise.reject(failure) });
    const work = changeAsSystem(async (_db, changed) => changed(ONE, 'sessions'));
    await expect(work).rejects.toBe(failure);
    expect(steps).toEqual(['begin', `announce ${ONE} sessions`, 'rollback']);
  });
});
