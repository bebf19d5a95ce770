import { describe, expect, it } from 'vitest';
import {
  doseWindow,
  lookAt,
  mayReturnHome,
  mayShowFrame,
  nightShift,
  photoMs,
  type TabletState,
} from './idle-rules.ts';

const HOME: TabletState = {
  isHome: true,
  isReminderOpen: false,
  isDoseOpen: false,
  isDialogOpen: false,
  isMessageShown: false,
  look: 'photos',
};

describe('mayShowFrame decides whether the frame may start', () => {
  it.each<[string, Partial<TabletState>, boolean]>([
    ['on Home', {}, true],
    ['at night', { look: 'night' }, true],
    ['in a section', { isHome: false }, false],
    ['under a reminder', { isReminderOpen: true }, false],
    ['during the window of a dose', { isDoseOpen: true }, false],
    ['under a dialog', { isDialogOpen: true }, false],
    ['while a message is shown', { isMessageShown: true }, false],
    ['by day without a photo', { look: undefined }, false],
  ])('mayShowFrame for a tablet %s', (_, state, expected) => {
    expect(mayShowFrame({ ...HOME, ...state })).toBe(expected);
  });
});

describe('mayReturnHome decides whether a section returns to Home', () => {
  it.each([
    ['from a section', { isHome: false, isReminderOpen: false }, true],
    ['not under a reminder', { isHome: false, isReminderOpen: true }, false],
    ['not from Home', { isHome: true, isReminderOpen: false }, false],
  ])('mayReturnHome for a tablet %s', (_, state, expected) => {
    expect(mayReturnHome(state)).toBe(expected);
  });
});

describe('lookAt returns the look of the frame', () => {
  it.each([
    ['2026-03-10T12:00:00Z', true, 'photos'],
    ['2026-03-10T12:00:00Z', false, undefined],
    // New York is four hours behind on this date.
    ['2026-03-11T00:59:59Z', true, 'photos'],
    ['2026-03-11T01:00:00Z', true, 'night'],
    ['2026-03-11T01:00:00Z', false, 'night'],
    ['2026-03-11T08:59:59Z', true, 'night'],
    ['2026-03-11T09:00:00Z', true, 'photos'],
  ])('the look at %s with photos %s is %s', (now, hasPhotos, expected) => {
    expect(lookAt(new Date(now), 'America/New_York', hasPhotos)).toBe(expected);
  });
});

describe('doseWindow returns the window of a dose', () => {
  const DUE = Date.parse('2026-03-10T12:00:00Z');
  const minute = (count: number) => DUE + count * 60_000;
  const dose = (status: 'pending' | 'taken') => ({
    status,
    scheduledTime: new Date(DUE).toISOString(),
  });

  it.each([
    ['is closed before it starts', minute(-5) - 1, false, minute(-5)],
    ['opens 5 minutes before it is due', minute(-5), true, minute(60) + 1],
    ['is open until 60 minutes after it is due', minute(60), true, minute(60) + 1],
    ['is closed after its end', minute(60) + 1, false, undefined],
  ])('the window of a dose %s', (_, now, isOpen, changesAt) => {
    expect(doseWindow([dose('pending')], now)).toEqual({ isOpen, changesAt });
  });

  it('doseWindow ignores an answered dose', () => {
    expect(doseWindow([dose('taken')], minute(0))).toEqual({ isOpen: false, changesAt: undefined });
  });

  it('doseWindow changes with the earliest of several doses', () => {
    const later = { ...dose('pending'), scheduledTime: new Date(minute(30)).toISOString() };
    expect(doseWindow([later, dose('pending')], minute(-10)).changesAt).toBe(minute(-5));
    expect(doseWindow([later, dose('pending')], minute(0)).changesAt).toBe(minute(25));
  });
});

describe('photoMs returns the time per photo', () => {
  it.each([
    ["the tablet's own setting", 40, 5, 40_000],
    ["the household's slideshow duration", null, 30, 30_000],
    ['at least 15 seconds', null, 5, 15_000],
  ])('the time per photo is %s', (_, own, slideshow, expected) => {
    expect(photoMs(own, slideshow)).toBe(expected);
  });
});

describe('nightShift moves the clock at night', () => {
  const at = (minutes: number) => nightShift(new Date(minutes * 60_000));

  it('the clock at night stays within 24 pixels and moves every 10 minutes', () => {
    for (let minutes = 0; minutes < 200; minutes += 10) {
      const { x, y } = at(minutes);
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(24);
      expect(at(minutes + 9)).toEqual({ x, y });
      expect(at(minutes + 10)).not.toEqual({ x, y });
    }
  });
});
