import { describe, expect, it } from 'vitest';
import { afterSaving, type Draft, isToBeTried } from './field-draft.ts';

const NOTHING: Draft = undefined;
const TYPED: Draft = { text: 'Our Window' };
const FAILED: Draft = { text: 'Our Window', wrong: 'Not saved.' };

it.each([
  ['nothing typed, left', NOTHING, 'leave', false],
  ['nothing typed, Enter', NOTHING, 'enter', false],
  ['typed, left', TYPED, 'leave', true],
  ['typed, Enter', TYPED, 'enter', true],
  ['failed, left', FAILED, 'leave', false],
  ['failed, Enter', FAILED, 'enter', true],
] as const)('%s (%j, by %s): tried is %s', (_name, draft, how, isTried) => {
  expect(isToBeTried(draft, how)).toBe(isTried);
});

describe('after saving', () => {
  it('the saved value is shown again', () => {
    expect(afterSaving(TYPED, 'Our Window', undefined)).toBeUndefined();
  });

  it('nothing typed is lost when it failed', () => {
    expect(afterSaving(TYPED, 'Our Window', 'Not saved.')).toEqual(FAILED);
  });

  it('what was typed meanwhile stays, and what was given up stays away', () => {
    const more = { text: 'Our Windows' };
    expect(afterSaving(more, 'Our Window', 'Not saved.')).toBe(more);
    expect(afterSaving(more, 'Our Window', undefined)).toBe(more);
    expect(afterSaving(NOTHING, 'Our Window', 'Not saved.')).toBeUndefined();
  });
});
