import { describe, expect, it } from 'vitest';
import { afterSaving, type Draft, isToBeTried } from './field-draft.ts';

const NOTHING: Draft = undefined;
const TYPED: Draft = { text: 'Our Window' };
const FAILED: Draft = { text: 'Our Window', wrong: 'Not saved.' };

it.each([
  ['no text, field left', NOTHING, 'leave', false],
  ['no text, Enter pressed', NOTHING, 'enter', false],
  ['typed text, field left', TYPED, 'leave', true],
  ['typed text, Enter pressed', TYPED, 'enter', true],
  ['failed save, field left', FAILED, 'leave', false],
  ['failed save, Enter pressed', FAILED, 'enter', true],
] as const)('isToBeTried: %s (%j, by %s) gives %s', (_name, draft, how, isTried) => {
  expect(isToBeTried(draft, how)).toBe(isTried);
});

describe('afterSaving returns the draft after a save', () => {
  it('after a successful save, the saved value is shown', () => {
    expect(afterSaving(TYPED, 'Our Window', undefined)).toBeUndefined();
  });

  it('after a failed save, the typed text is kept', () => {
    expect(afterSaving(TYPED, 'Our Window', 'Not saved.')).toEqual(FAILED);
  });

  it('text typed during the save is kept, and discarded text is not restored', () => {
    const more = { text: 'Our Windows' };
    expect(afterSaving(more, 'Our Window', 'Not saved.')).toBe(more);
    expect(afterSaving(more, 'Our Window', undefined)).toBe(more);
    expect(afterSaving(NOTHING, 'Our Window', 'Not saved.')).toBeUndefined();
  });
});
