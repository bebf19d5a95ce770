import { DAY_MS } from '#kit/shared/durations.ts';
import type { NumberRange } from './typed-value.ts';

/** Milliseconds within which a time zone change can be undone, unless it is changed again. */
export const TIMEZONE_UNDO_MS = DAY_MS;

/** Maximum length in characters. */
export const LONGEST_APP_NAME = 60;
export const LONGEST_PLACE = 100;
export const LONGEST_POSTAL_CODE = 20;
export const LONGEST_ROOM_URL = 500;

/** Range of the seconds per photo. */
export const SLIDESHOW_SECONDS: NumberRange = { least: 1, most: 60 };

/** The durations of a snooze to choose from, in minutes. */
export const SNOOZE_MINUTES: readonly number[] = [5, 10, 15];

/** Range of the minutes after which an unanswered alarm sounds again; 0 means not again. */
export const ALARM_MINUTES: NumberRange = { least: 0, most: 60 };
