import { expect, it } from 'vitest';
import type { MeasureValue } from '../../contract.ts';
import { newestOf, ofToday, type WaitingMeasurePress } from './shown-values.ts';

const PRESSURE = { kind: 'blood-pressure', unit: 'mm[Hg]', first: 128, second: 79 } as const;

const known = (
  id: string,
  measuredAt: string,
  fields: Partial<MeasureValue> = {},
): MeasureValue => ({
  ...{ id, userId: 'rose', ...PRESSURE, measuredAt, personName: 'Rose', correctedBy: null },
  ...{ isTakenBack: false, version: 1 },
  ...fields,
});

const pressed = (
  valueId: string,
  at: string,
  fields: Partial<WaitingMeasurePress> = {},
): WaitingMeasurePress => ({
  ...{ valueId, userId: 'rose', value: { ...PRESSURE, first: 131 }, isTakenBack: false },
  ...{ pressedAt: Date.parse(at), waits: 'slow' },
  ...fields,
});

const MORNING = '2026-03-10T13:12:00Z';
const NOON = '2026-03-10T16:00:00Z';

it('newestOf returns an undelivered press if it is the newest', () => {
  expect(newestOf('blood-pressure', [known('a', MORNING)], [pressed('b', NOON)])).toMatchObject({
    value: { first: 131 },
    waits: 'slow',
  });
});

it('newestOf returns a later value of another person before an earlier undelivered press', () => {
  expect(newestOf('blood-pressure', [known('a', NOON)], [pressed('b', MORNING)])).toMatchObject({
    value: { first: 128 },
    waits: undefined,
  });
});

it('newestOf ignores a withdrawn value and returns the value that preceded it', () => {
  const back = pressed('a', NOON, { isTakenBack: true });
  expect(newestOf('blood-pressure', [known('a', MORNING)], [back])).toBeUndefined();
  const two = [pressed('b', MORNING), pressed('a', MORNING), back];
  expect(newestOf('blood-pressure', [], two)).toMatchObject({ value: { first: 131 } });
});

it('newestOf ignores values of other kinds', () => {
  expect(newestOf('weight', [known('a', MORNING)], [pressed('b', NOON)])).toBeUndefined();
});

it("ofToday uses the household's time zone", () => {
  const shown = newestOf('blood-pressure', [known('a', '2026-03-10T03:00:00Z')], []);
  const now = new Date(NOON);
  expect(ofToday(shown, now, 'America/New_York')).toBeUndefined();
  expect(ofToday(shown, now, 'Europe/Berlin')).toBeDefined();
  expect(ofToday(undefined, now, 'UTC')).toBeUndefined();
});
