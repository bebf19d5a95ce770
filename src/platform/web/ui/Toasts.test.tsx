import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { toast } from '../toasts.ts';
import { Toasts } from './Toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  act(() => toast.close());
});

const say = (what: () => void) => act(what);
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('one message is visible at a time: a new one replaces the old one', () => {
  render(<Toasts />);
  say(() => toast.success('Medication logged', 'Medication status has been updated.'));
  say(() => toast.error('Error', 'Failed to log medication'));
  expect(screen.queryByText('Medication logged')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('Failed to log medication');
});

test('the live regions exist before the first message', () => {
  render(<Toasts />);
  const status = screen.getByRole('status');
  expect(screen.getByRole('alert')).toBeTruthy();
  say(() => toast.success('Photo order updated'));
  expect(status.textContent).toContain('Photo order updated');
});

test('a success message stays 8 seconds', () => {
  render(<Toasts />);
  say(() => toast.success('Success'));
  wait(7999);
  expect(screen.getByText('Success')).toBeTruthy();
  wait(1);
  expect(screen.queryByText('Success')).toBeNull();
});

test('an error stays until Close is pressed', () => {
  render(<Toasts />);
  say(() => toast.error('Error', 'Failed to update settings'));
  wait(MINUTE_MS);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Error')).toBeNull();
});

test('the timer stops on hover and on focus', () => {
  render(<Toasts />);
  say(() => toast.success('Success'));
  fireEvent.pointerEnter(screen.getByText('Success'));
  wait(MINUTE_MS);
  fireEvent.pointerLeave(screen.getByText('Success'));
  act(() => screen.getByRole('button', { name: 'Close' }).focus());
  wait(MINUTE_MS);
  expect(screen.getByText('Success')).toBeTruthy();
  act(() => screen.getByRole('button', { name: 'Close' }).blur());
  wait(8000);
  expect(screen.queryByText('Success')).toBeNull();
});

test('an action closes the message and is called once', () => {
  const undo = vi.fn();
  render(<Toasts />);
  say(() => toast.success('Taken', undefined, { action: { label: 'Undo', onPress: undo } }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Taken')).toBeNull();
});

test('a new message starts a new timer', () => {
  render(<Toasts />);
  say(() => toast.success('First'));
  wait(7000);
  say(() => toast.success('Second'));
  wait(7000);
  expect(screen.getByText('Second')).toBeTruthy();
});
