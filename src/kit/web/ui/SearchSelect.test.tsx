import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SearchSelect } from './SearchSelect.tsx';

function show() {
  render(
    <>
      <SearchSelect
        label="Time zone"
        options={[
          { value: 'a', label: 'Berlin' },
          { value: 'b', label: 'Lisbon' },
        ]}
        value="a"
        onChange={() => undefined}
        fits={(text, typed) => text.includes(typed)}
        nothingFound="Nothing found"
        onWanted={() => undefined}
      />
      <button type="button">Next</button>
    </>,
  );
}

const field = () => screen.getByRole('combobox');
const isLoaded = () => !field().hasAttribute('readonly');
/** What the field asked for before has come, and what followed from it. */
const whenLoaded = () => act(async () => void (await import('./SearchSelectField.tsx')));

test('loaded late, it leaves the focus to whatever has it by then, and comes at the next visit', async () => {
  show();
  const next = screen.getByRole('button', { name: 'Next' });
  act(() => field().focus());
  act(() => next.focus());
  await whenLoaded();
  expect(document.activeElement).toBe(next);
  expect(isLoaded()).toBe(false);
  act(() => field().focus());
  await expect.poll(isLoaded).toBe(true);
  expect(document.activeElement).toBe(field());
  expect(field()).toHaveProperty('value', 'Berlin');
});

test('its button leads into it', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: /Show suggestions/ }));
  await expect.poll(isLoaded).toBe(true);
  expect(document.activeElement).toBe(field());
});
