import { describe, expect, it } from 'vitest';
import { type ButtonChange, withChanges } from './button-changes.ts';
import { DEFAULT_BUTTONS } from './defaults.ts';

const BUTTONS = DEFAULT_BUTTONS.map((button) => ({ ...button, id: button.buttonKey }));

const said = (changes: readonly ButtonChange[], buttons = BUTTONS) =>
  withChanges(buttons, changes).map(
    ({ label, isEnabled, order }) => `${order} ${label}${isEnabled ? '' : ', hidden'}`,
  );

describe('withChanges applies pending changes', () => {
  it.each<[string, ButtonChange[], string[]]>([
    ['hiding a button', [{ id: 'read', isEnabled: false }], ['3 Read, hidden']],
    ['renaming a button', [{ id: 'call', label: 'Family' }], ['4 Family']],
    ['moving a button up', [{ id: 'watch', order: 0 }], ['0 Watch', '1 Photos']],
    ['moving a button to the end', [{ id: 'photos', order: 5 }], ['0 Watch', '5 Photos']],
    [
      'several changes are applied in order',
      [
        { id: 'photos', order: 1 },
        { id: 'photos', order: 2 },
        { id: 'photos', isEnabled: false },
        { id: 'photos', isEnabled: true },
      ],
      ['0 Watch', '1 Listen', '2 Photos'],
    ],
    [
      'a change of an unknown button is ignored',
      [{ id: 'nothing', order: 0 }],
      ['0 Photos', '5 My Day'],
    ],
  ])('pending change: %s', (_name, changes, shown) => {
    expect(said(changes)).toEqual(expect.arrayContaining(shown));
    expect(said(changes)).toHaveLength(6);
  });
});

it('withChanges sorts the buttons by position', () => {
  expect(said([], [...BUTTONS].reverse())).toEqual(said([]));
});
