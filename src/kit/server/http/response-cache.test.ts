import { expect, it } from 'vitest';
import { KeptAnswers } from './response-cache.ts';

const HOUSEHOLD = 'a-household';

const answer =
  (json: string, validUntil = Number.POSITIVE_INFINITY, validFrom = 0) =>
  async () => ({ json, validFrom, validUntil });

const textOf = (kept: { bytes: Buffer } | undefined) => kept?.bytes.toString();

it('keeps what was made until its time', async () => {
  const kept = new KeptAnswers();
  await kept.make(HOUSEHOLD, 'day', answer('[1]', 1000));
  expect(textOf(kept.get(HOUSEHOLD, 'day', 999))).toBe('[1]');
  expect(kept.get(HOUSEHOLD, 'day', 1000)).toBeUndefined();
});

it('does not give what a clock that was ahead made', async () => {
  const kept = new KeptAnswers();
  await kept.make(HOUSEHOLD, 'day', answer('[1]', 2000, 1000));
  expect(kept.get(HOUSEHOLD, 'day', 999)).toBeUndefined();
  expect(textOf(kept.get(HOUSEHOLD, 'day', 1000))).toBe('[1]');
});

it('gives the same bytes the same ETag and others another', async () => {
  const kept = new KeptAnswers();
  const one = await kept.make(HOUSEHOLD, 'one', answer('[1]'));
  const same = await kept.make(HOUSEHOLD, 'same', answer('[1]'));
  const other = await kept.make(HOUSEHOLD, 'other', answer('[2]'));
  expect(one.etag).toBe(same.etag);
  expect(one.etag).not.toBe(other.etag);
});

it('makes one answer for all who ask while it is being made', async () => {
  const kept = new KeptAnswers();
  let made = 0;
  const work = async () => {
    made += 1;
    return { json: '[]', validFrom: 0, validUntil: 1 };
  };
  await Promise.all([kept.make(HOUSEHOLD, 'day', work), kept.make(HOUSEHOLD, 'day', work)]);
  expect(made).toBe(1);
});

it('does not keep an answer that was being made when the household changed', async () => {
  const kept = new KeptAnswers();
  const old = kept.make(HOUSEHOLD, 'day', answer('["old"]'));
  kept.drop(HOUSEHOLD);
  const fresh = kept.make(HOUSEHOLD, 'day', answer('["new"]'));
  await Promise.all([old, fresh]);
  expect(textOf(kept.get(HOUSEHOLD, 'day', 0))).toBe('["new"]');
});

it('keeps nothing while the other processes cannot be heard', async () => {
  const kept = new KeptAnswers();
  await kept.make(HOUSEHOLD, 'day', answer('[]'));
  kept.setDeaf(true);
  expect(kept.get(HOUSEHOLD, 'day', 0)).toBeUndefined();
  await kept.make(HOUSEHOLD, 'day', answer('[]'));
  expect(kept.get(HOUSEHOLD, 'day', 0)).toBeUndefined();
  kept.setDeaf(false);
  await kept.make(HOUSEHOLD, 'day', answer('[]'));
  expect(textOf(kept.get(HOUSEHOLD, 'day', 0))).toBe('[]');
});

it('a failure is not kept', async () => {
  const kept = new KeptAnswers();
  const failing = () => Promise.reject(new Error('no database'));
  await expect(kept.make(HOUSEHOLD, 'day', failing)).rejects.toThrow('no database');
  await kept.make(HOUSEHOLD, 'day', answer('[]'));
  expect(textOf(kept.get(HOUSEHOLD, 'day', 0))).toBe('[]');
});

it('says to use https alone where the house has it, whole or unchanged', async () => {
  for (const isSecure of [true, false]) {
    const kept = await new KeptAnswers({ isSecure }).make(HOUSEHOLD, 'day', answer('[1]'));
    for (const head of [kept.fullHead, kept.unchangedHead]) {
      expect(head.includes('Strict-Transport-Security')).toBe(isSecure);
    }
  }
});
