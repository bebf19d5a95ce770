import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { ReminderStands } from './reminder-open.ts';

const { device } = vi.hoisted(() => ({
  device: {
    isUnlocked: true,
    isHere: true,
    waiting: [] as { id: string; askedBy: string }[],
    tone: vi.fn(),
    silence: vi.fn(),
    said: vi.fn(),
  },
}));
vi.mock('#platform/web/voice/chime.ts', () => ({
  useSoundUnlocked: () => device.isUnlocked,
  unlock: () => undefined,
  chimeSounder: { tone: device.tone, silence: device.silence },
}));
vi.mock('#features/alarm-tests/web/queries.ts', () => ({
  useWaitingAlarmTests: () => device.waiting,
  answerAlarmTest: async (id: string, outcome: string | null) => {
    device.said(id, outcome);
    return device.isHere;
  },
}));

const { AlarmTest } = await import('./AlarmTest.tsx');

const show = (isReminding = false) => (
  <ReminderStands value={isReminding}>
    <AlarmTest userId="1" />
  </ReminderStands>
);

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const strip = () => screen.queryByRole('alert')?.textContent;

beforeEach(() => {
  vi.useFakeTimers();
  device.isUnlocked = true;
  device.isHere = true;
  device.waiting = [{ id: 't1', askedBy: 'Maria' }];
  for (const spy of [device.tone, device.silence, device.said]) spy.mockReset();
});

test('a requested alarm test sounds for fifteen seconds and reports that it sounded', async () => {
  render(show());
  await wait(0);
  expect(strip()).toContain('This is a test of the alarm. Maria is trying it.');
  expect(device.said.mock.calls).toEqual([
    ['t1', null],
    ['t1', 'sounded'],
  ]);
  await wait(15_000);
  expect(device.tone).toHaveBeenCalledTimes(5);
  expect(strip()).toBeUndefined();
});

test('Stop silences the alarm test at once', async () => {
  render(show());
  await wait(SECOND_MS);
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await wait(MINUTE_MS);
  expect(device.silence).toHaveBeenCalled();
  expect(device.tone).toHaveBeenCalledTimes(1);
  expect(strip()).toBeUndefined();
});

test('a tablet without sound permission reports "blocked", and sounds after a touch', async () => {
  device.isUnlocked = false;
  const { rerender } = render(show());
  await wait(0);
  await wait(SECOND_MS);
  expect(strip()).toContain('Touch the screen to turn on the sound.');
  expect(device.said).toHaveBeenLastCalledWith('t1', 'blocked');
  device.isUnlocked = true;
  // A new array, as after the refetch that follows a touch.
  device.waiting = [];
  rerender(show());
  await wait(0);
  await vi.waitFor(() => expect(device.said).toHaveBeenLastCalledWith('t1', 'sounded'));
});

test('an alarm test is silent while a reminder is shown, and on another device', async () => {
  const { unmount } = render(show(true));
  await wait(2_000);
  expect(device.said.mock.calls).toEqual([['t1', 'reminder']]);
  unmount();
  device.isHere = false;
  render(show());
  await wait(2_000);
  expect(strip()).toBeUndefined();
  expect(device.tone).not.toHaveBeenCalled();
});

test('a reminder that appears ends the alarm test', async () => {
  const { rerender } = render(show());
  await wait(SECOND_MS);
  rerender(show(true));
  await wait(10_000);
  expect(strip()).toBeUndefined();
  expect(device.tone).toHaveBeenCalledTimes(1);
});
