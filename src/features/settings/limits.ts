import { DAY_MS } from '#platform/shared/durations.ts';
import type { NumberRange } from './domain/typed-value.ts';

/** Milliseconds within which a time zone change can be undone, unless it is changed again. */
export const TIMEZONE_UNDO_MS = DAY_MS;

/** Maximum length in characters. */
export const MAX_APP_NAME_LENGTH = 60;
export const MAX_PLACE_LENGTH = 100;
export const MAX_POSTAL_CODE_LENGTH = 20;
export const MAX_ROOM_URL_LENGTH = 500;

/** Range of the seconds per photo. */
export const SLIDESHOW_SECONDS: NumberRange = { least: 1, most: 60 };

/** The durations of a snooze to choose from, in minutes. */
export const SNOOZE_MINUTES: readonly number[] = [5, 10, 15];

/** Range of the minutes after which an unanswered alarm sounds again; 0 means not again. */
export const ALARM_MINUTES: NumberRange = { least: 0, most: 60 };
