import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { ReminderStands } from './reminder-open.ts';

const { sound } = vi.hoisted(() => ({
  sound: { isUnlocked: true, tone: vi.fn(), silence: vi.fn(), unlock: vi.fn() },
}));
vi.mock('#platform/web/voice/chime.ts', () => ({
  useSoundUnlocked: () => sound.isUnlocked,
  unlock: sound.unlock,
  chimeSounder: { tone: sound.tone, silence: sound.silence },
}));

const { TryAlarm } = await import('./TryAlarm.tsx');

function show(more: { isAlarmEnabled?: boolean; isReminding?: boolean } = {}) {
  const { isAlarmEnabled = true, isReminding = false } = more;
  return (
    <ReminderStands value={isReminding}>
      <TryAlarm isAlarmEnabled={isAlarmEnabled} />
    </ReminderStands>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const said = () => screen.getByRole('status').textContent;
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  sound.isUnlocked = true;
  for (const spy of [sound.tone, sound.silence, sound.unlock]) spy.mockReset();
});

test('the button plays the fifteen seconds of the alarm and then resets', () => {
  render(show());
  expect(said()).toBe('The alarm sound is on.');
  press('Try the alarm sound');
  wait(12_000);
  expect(sound.tone.mock.calls).toEqual([[0.8], [0.8], [0.8], [0.8], [0.8]]);
  expect(said()).toMatch(/hear it now/);
  wait(3_000);
  screen.getByRole('button', { name: 'Try the alarm sound' });
  wait(10 * MINUTE_MS);
  expect(sound.tone).toHaveBeenCalledTimes(5);
});

test('Stop silences the sound at once', () => {
  render(show());
  press('Try the alarm sound');
  wait(SECOND_MS);
  press('Stop');
  expect(sound.silence).toHaveBeenCalled();
  wait(MINUTE_MS);
  expect(sound.tone).toHaveBeenCalledTimes(1);
});

test('the text tells if the browser waits for a touch or refuses sound', () => {
  sound.isUnlocked = false;
  render(show());
  expect(said()).toBe('Touch the screen to turn on the alarm sound');
  press('Try the alarm sound');
  expect(sound.unlock).toHaveBeenCalled();
  wait(SECOND_MS);
  expect(said()).toBe('This tablet does not let the alarm sound.');
  expect(sound.tone).not.toHaveBeenCalled();
});

test('the text states that reminders are silent if the family switched the alarm off', () => {
  render(show({ isAlarmEnabled: false }));
  expect(said()).toBe('The family has turned the alarm of reminders off.');
});

test('the sound stops when a reminder appears', () => {
  const { rerender } = render(show());
  press('Try the alarm sound');
  rerender(show({ isReminding: true }));
  expect(sound.silence).toHaveBeenCalled();
  wait(MINUTE_MS);
  expect(sound.tone).toHaveBeenCalledTimes(1);
});
