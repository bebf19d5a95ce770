export interface TwelveHourTime {
  /** 1 to 12. */
  hour: number;
  /** Two digits. */
  minute: string;
  half: 'AM' | 'PM';
}

export const HOURS = [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;

const MINUTES = ['00', '15', '30', '45'];

/** Converts HH:MM to the 12-hour format of the United States. */
export function toTwelveHour(time: string): TwelveHourTime {
  const [hours = 0, minute = '00'] = [Number(time.slice(0, 2)), time.slice(3, 5)];
  return { hour: hours % 12 === 0 ? 12 : hours % 12, minute, half: hours < 12 ? 'AM' : 'PM' };
}

/** Converts a 12-hour time to HH:MM. */
export function fromTwelveHour({ hour, minute, half }: TwelveHourTime): string {
  const hours = (hour % 12) + (half === 'PM' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

/** Returns the minutes to choose from. Includes `minute` if it is none of the usual ones. */
export function minutesFor(minute: string): readonly string[] {
  return MINUTES.includes(minute) ? MINUTES : [...MINUTES, minute].sort();
}
