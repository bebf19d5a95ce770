import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { UpcomingMedication } from '../../contract.ts';
import { DosePopup } from './DosePopup.tsx';
import { OwnerName } from './owner-name.ts';

const ITEM: UpcomingMedication = {
  id: 'a',
  medicationId: 'm',
  scheduledTime: '2026-07-01T16:00:00.000Z',
  status: 'pending',
  answeredAt: null,
  userId: 'system',
  medication: {
    name: 'Metformin',
    dosage: '500 mg, one tablet',
    instructions: 'Take with food.',
    pillImageUrl: null,
    soundEnabled: true,
    reminderEnabled: true,
  },
};

const PROPS: Parameters<typeof DosePopup>[0] = {
  item: ITEM,
  timezone: 'America/New_York',
  now: new Date('2026-07-01T16:18:00Z'),
  waiting: 0,
  isSoundBlocked: false,
  answering: undefined,
  onAnswer: () => undefined,
  onClose: () => undefined,
  onSnooze: () => undefined,
  snoozeMinutes: 10,
};

function show(more: Partial<typeof PROPS> = {}) {
  const onAnswer = vi.fn();
  const onClose = vi.fn();
  const onSnooze = vi.fn();
  render(<DosePopup {...PROPS} {...{ onAnswer, onClose, onSnooze }} {...more} />);
  return { onAnswer, onClose, onSnooze };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const textOf = (id: string) => document.getElementById(id)?.textContent;

beforeEach(() => {
  vi.useFakeTimers();
});

describe('the pop-up of one dose (DosePopup)', () => {
  test('announces status, time, name, dosage and instructions in that order, with the focus on the dialog', () => {
    show();
    const dialog = screen.getByRole('alertdialog', { name: '18 minutes late' });
    const described = dialog.getAttribute('aria-describedby')?.split(' ').map(textOf);
    expect(described).toEqual([
      '12:00 PM',
      'Metformin',
      '500\u00a0mg, one tablet',
      'Take with food.',
    ]);
    expect(document.activeElement).toBe(dialog);
  });

  test('shows the name of the elder next to the time if there are several elders', () => {
    const { rerender } = render(<DosePopup {...PROPS} />);
    expect(screen.getByText('12:00 PM')).toBeDefined();
    rerender(
      <OwnerName value={(userId) => (userId === 'rose' ? 'Rose' : 'everyone')}>
        <DosePopup {...PROPS} item={{ ...ITEM, userId: 'rose' }} />
        <DosePopup {...PROPS} />
      </OwnerName>,
    );
    expect(screen.getByText('12:00 PM for Rose')).toBeDefined();
    expect(screen.getByText('12:00 PM for everyone')).toBeDefined();
  });

  test('Taken, Skip and Missed call onAnswer with their status', () => {
    const { onAnswer } = show();
    for (const name of ['Taken', 'Skip', 'Missed']) press(name);
    expect(onAnswer.mock.calls).toEqual([['taken'], ['skipped'], ['missed']]);
  });

  test('Close and Escape close the pop-up, a press outside does not', () => {
    const { onClose } = show();
    fireEvent.click(document.body);
    expect(onClose).not.toHaveBeenCalled();
    press('Close');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  test('while an answer is being saved, other presses are ignored', () => {
    const { onAnswer, onClose } = show({ answering: 'taken' });
    press('Saving');
    press('Skip');
    press('Close');
    expect(onAnswer).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  test('shows the number of waiting reminders and that the sound waits for a touch', () => {
    show({ waiting: 1, isSoundBlocked: true });
    expect(screen.getByText('1 more after this')).toBeDefined();
    expect(screen.getByText('Touch the screen to turn on the alarm sound')).toBeDefined();
  });

  test('In 10 minutes shows when it rings again, and gives no answer', () => {
    const { onSnooze, onAnswer, onClose } = show();
    press('In 10 minutes rings at 12:28 PM');
    expect(onSnooze).toHaveBeenCalledTimes(1);
    expect(onAnswer).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  test.each([
    ['2026-07-01T16:49:59.999Z', 10, true],
    ['2026-07-01T16:50:00Z', 10, false],
    ['2026-07-01T16:50:00Z', 5, true],
    ['2026-07-01T15:56:00Z', 15, true],
  ])('at %s a snooze of %i minutes is offered: %s', (now, snoozeMinutes, isOffered) => {
    show({ now: new Date(now), snoozeMinutes });
    expect(screen.queryByRole('button', { name: /^In \d+ minutes/ }) !== null).toBe(isOffered);
    expect(screen.queryByText('Rings until 1:00 PM') !== null).toBe(!isOffered);
  });

  test('a press that began before the last moment still snoozes', () => {
    const { onSnooze } = show({ now: new Date('2026-07-01T16:49:00Z') });
    const button = screen.getByRole('button', { name: /^In 10 minutes/ });
    fireEvent.pointerDown(button);
    fireEvent.click(button);
    expect(onSnooze).toHaveBeenCalledTimes(1);
  });

  test('no snooze is accepted while an answer is being saved', () => {
    const { onSnooze } = show({ answering: 'taken' });
    fireEvent.click(screen.getByRole('button', { name: /^In 10 minutes/ }));
    expect(onSnooze).not.toHaveBeenCalled();
  });
});
