import { DAY_MS } from '#kit/shared/durations.ts';
import type { NumberRange } from './typed-value.ts';

/** A change of the time zone can be undone this long, unless it is changed again. */
export const TIMEZONE_UNDO_MS = DAY_MS;

/** Characters of what is typed at most. */
export const LONGEST_APP_NAME = 60;
export const LONGEST_PLACE = 100;
export const LONGEST_POSTAL_CODE = 20;
export const LONGEST_ROOM_URL = 500;

/** How long a photo stays, in seconds. */
export const SLIDESHOW_SECONDS: NumberRange = { least: 1, most: 60 };

/** The lengths of a snooze to choose from, in minutes. */
export const SNOOZE_MINUTES: readonly number[] = [5, 10, 15];

/** An unanswered alarm sounds again after so many minutes; 0 is not again. */
export const ALARM_MINUTES: NumberRange = { least: 0, most: 60 };
