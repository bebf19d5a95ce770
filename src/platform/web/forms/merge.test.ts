import { expect, test } from 'vitest';
import { begun, changedIn, chosen, type Edit, met } from './merge.ts';

interface Fields {
  dosage: string;
  times: string[];
  note: string;
}

const OPENED: Fields = { dosage: '2 mg', times: ['08:00'], note: '' };

const typed = (change: Partial<Fields>): Edit<Fields> => ({
  ...begun(OPENED, 1),
  mine: { ...OPENED, ...change },
});

test.each<[string, Partial<Fields>, Partial<Fields>, Partial<Fields>, string[], string[]]>([
  // Columns: name, own changes, changes of the other user, changed fields to send, `news`,
  // `clashes`.
  ['neither side changed a field', {}, {}, {}, [], []],
  ['only this side changed a field', { note: 'x' }, {}, { note: 'x' }, [], []],
  ['only the other side changed a field', {}, { dosage: '5 mg' }, {}, ['dosage'], []],
  [
    'both sides changed different fields',
    { note: 'x' },
    { dosage: '5 mg' },
    { note: 'x' },
    ['dosage'],
    [],
  ],
  [
    'both sides changed a field to the same value',
    { dosage: '5 mg' },
    { dosage: '5 mg' },
    {},
    [],
    [],
  ],
  [
    'both sides changed a field to different values',
    { dosage: '3 mg' },
    { dosage: '5 mg' },
    { dosage: '3 mg' },
    [],
    ['dosage'],
  ],
  ['equal lists do not conflict', { times: ['08:00'] }, { times: ['08:00'] }, {}, [], []],
  [
    'different lists conflict',
    { times: ['09:00'] },
    { times: ['10:00'] },
    { times: ['09:00'] },
    [],
    ['times'],
  ],
  [
    'one of two changed fields conflicts',
    { dosage: '3 mg', note: 'x' },
    { dosage: '5 mg', times: ['10:00'] },
    { dosage: '3 mg', note: 'x' },
    ['times'],
    ['dosage'],
  ],
])('merge of two edits: %s', (_, mine, theirs, sent, news, clashes) => {
  const edit = met(typed(mine), { ...OPENED, ...theirs }, 2);
  expect(changedIn(edit)).toEqual(sent);
  expect(edit.news).toEqual(news);
  expect(edit.clashes).toEqual(clashes);
  expect(edit.mine).toMatchObject(mine);
});

test('a version that is not newer changes nothing', () => {
  const edit = typed({ note: 'x' });
  expect(met(edit, { ...OPENED, note: 'y' }, 1)).toBe(edit);
});

test('a clash remains through further versions until both values are equal', () => {
  const once = met(typed({ dosage: '3 mg' }), { ...OPENED, dosage: '5 mg' }, 2);
  const twice = met(once, { ...OPENED, dosage: '5 mg', note: 'y' }, 3);
  expect(twice.clashes).toEqual(['dosage']);
  expect(met(twice, { ...OPENED, dosage: '3 mg' }, 4).clashes).toEqual([]);
});

test('choosing mine sends it with the new version, and choosing theirs sends nothing', () => {
  const clash = met(typed({ dosage: '3 mg' }), { ...OPENED, dosage: '5 mg' }, 2);
  const kept = chosen(clash, 'dosage', 'mine');
  expect([changedIn(kept), kept.version, kept.clashes]).toEqual([{ dosage: '3 mg' }, 2, []]);
  const taken = chosen(clash, 'dosage', 'theirs');
  expect([changedIn(taken), taken.mine.dosage, taken.clashes]).toEqual([{}, '5 mg', []]);
});
