import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from '../toasts.ts';
import { MessageStrip } from './MessageStrip.tsx';
import './StripCard.tsx';

const press = vi.fn();

afterEach(() => {
  act(() => toast.close());
  vi.useRealTimers();
  press.mockReset();
});

const statusOf = (index = 0) => screen.getAllByRole('status')[index]?.textContent ?? '';

test('a message changes its text in the same live region', async () => {
  render(<MessageStrip place="bar" />);
  let id = 0;
  act(() => {
    id = toast.busy('Medication logged', 'Saving…', { about: 'Aspirin: taken.' });
  });
  await waitFor(() => expect(statusOf()).toBe('Aspirin: taken.Saving…'));
  act(() => toast.change(id, { kind: 'success', description: 'Saved.', announcement: 'Logged.' }));
  expect(statusOf()).toBe('Aspirin: taken.Logged.Saved.');
});

test('changing a message that was replaced has no effect', async () => {
  render(<MessageStrip place="bar" />);
  let id = 0;
  act(() => {
    id = toast.busy('First', 'Saving…');
  });
  act(() => void toast.error('Second', 'Refused.'));
  act(() => toast.change(id, { kind: 'success', description: 'Saved.' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('SecondRefused.'));
  expect(statusOf()).toBe('');
});

test('only the newest strip shows the message, and after its removal the older one', async () => {
  render(<MessageStrip place="sill" />);
  const { unmount } = render(<MessageStrip place="dialog" />);
  act(() => void toast.info('Needs the internet'));
  await waitFor(() => expect(statusOf(1)).toContain('Needs the internet'));
  expect(statusOf(0)).toBe('');
  unmount();
  await waitFor(() => expect(statusOf(0)).toContain('Needs the internet'));
});

test('a message that the screen shows in its row is only announced', async () => {
  render(<MessageStrip place="bar" />);
  const seenOn = window.location.pathname;
  act(
    () =>
      void toast.success('Medication logged', 'Saved.', {
        seenOn,
        about: 'Aspirin: taken.',
        announcement: 'Medication logged. Medication status has been updated.',
        action: { label: 'Undo', onPress: press },
      }),
  );
  await waitFor(() =>
    expect(statusOf()).toBe(
      'Aspirin: taken. Medication logged. Medication status has been updated.',
    ),
  );
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['success', 30_000],
  ['info', 10_000],
] as const)(
  'the message %s disappears after %i ms, counted over two screens',
  async (kind, stays) => {
    const first = render(<MessageStrip place="sill" />);
    act(() => void toast[kind]('Aspirin: taken.'));
    await screen.findByText('Aspirin: taken.');
    vi.useFakeTimers({ now: Date.now() });
    first.unmount();
    vi.advanceTimersByTime(stays - 1000);
    render(<MessageStrip place="bar" />);
    await act(() => vi.advanceTimersByTimeAsync(900));
    expect(screen.getByText('Aspirin: taken.')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(screen.queryByText('Aspirin: taken.')).toBeNull();
  },
);

test.each(['busy', 'error'] as const)(
  'the message %s stays until it changes or is closed',
  async (kind) => {
    render(<MessageStrip place="bar" />);
    act(() => void toast[kind]('Aspirin: taken.'));
    await screen.findByText('Aspirin: taken.');
    vi.useFakeTimers();
    await act(() => vi.advanceTimersByTimeAsync(600_000));
    expect(screen.getByText('Aspirin: taken.')).toBeTruthy();
  },
);

test('pressing Undo closes the message and calls the action once', async () => {
  render(<MessageStrip place="bar" />);
  const action = { label: 'Undo', onPress: press };
  act(() => void toast.success('Aspirin: taken.', 'Saved.', { action }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  act(() => undo.click());
  expect(press).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
