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
/** Waits until the module of the field is loaded and its effects have run. */
const whenLoaded = () => act(async () => void (await import('./SearchSelectField.tsx')));

test('a field that loads late does not take the focus and opens at the next visit', async () => {
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

test('the button opens the field and focuses it', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: /Show suggestions/ }));
  await expect.poll(isLoaded).toBe(true);
  expect(document.activeElement).toBe(field());
});
