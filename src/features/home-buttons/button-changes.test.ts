import { describe, expect, it } from 'vitest';
import { type ButtonChange, withChanges } from './button-changes.ts';
import { DEFAULT_BUTTONS } from './defaults.ts';

const BUTTONS = DEFAULT_BUTTONS.map((button) => ({ ...button, id: button.buttonKey }));

const said = (changes: readonly ButtonChange[], buttons = BUTTONS) =>
  withChanges(buttons, changes).map(
    ({ label, isEnabled, order }) => `${order} ${label}${isEnabled ? '' : ', hidden'}`,
  );

describe('what is changed is shown at once', () => {
  it.each<[string, ButtonChange[], string[]]>([
    ['hidden', [{ id: 'read', isEnabled: false }], ['3 Read, hidden']],
    ['renamed', [{ id: 'call', label: 'Family' }], ['4 Family']],
    ['moved up', [{ id: 'watch', order: 0 }], ['0 Watch', '1 Photos']],
    ['moved to the end', [{ id: 'photos', order: 5 }], ['0 Watch', '5 Photos']],
    [
      'several at once, in the order in which they were made',
      [
        { id: 'photos', order: 1 },
        { id: 'photos', order: 2 },
        { id: 'photos', isEnabled: false },
        { id: 'photos', isEnabled: true },
      ],
      ['0 Watch', '1 Listen', '2 Photos'],
    ],
    ['of what is not there', [{ id: 'nothing', order: 0 }], ['0 Photos', '5 My Day']],
  ])('%s', (_name, changes, shown) => {
    expect(said(changes)).toEqual(expect.arrayContaining(shown));
    expect(said(changes)).toHaveLength(6);
  });
});

it('the list is by order, however it came', () => {
  expect(said([], [...BUTTONS].reverse())).toEqual(said([]));
});
