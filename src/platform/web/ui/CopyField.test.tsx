import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CopyField } from './CopyField.tsx';

const show = (text: string) => render(<CopyField label="Link" text={text} done="Link copied" />);

test.each([
  'http://localhost:3000/pair?code=ABCD2345',
  'http://127.0.0.1:3000/pair',
  'http://[::1]:3000/pair',
])('a note says that %s works on this computer alone', (text) => {
  show(text);
  const note = screen.getByText(/^This works on this computer alone/);
  expect(screen.getByLabelText('Link').getAttribute('aria-describedby')).toBe(note.id);
});

test.each(['http://192.168.1.20:3000/pair', 'https://grand.example.org/pair', 'some words'])(
  'no note is shown for %s',
  (text) => {
    show(text);
    expect(screen.queryByText(/alone/)).toBeNull();
  },
);
