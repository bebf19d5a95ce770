export interface TwelveHourTime {
  /** 1 to 12. */
  hour: number;
  /** Two digits. */
  minute: string;
  half: 'AM' | 'PM';
}

export const HOURS = [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;

const MINUTES = ['00', '15', '30', '45'];

/** A wall-clock time HH:MM as a person in the United States reads it. */
export function toTwelveHour(time: string): TwelveHourTime {
  const [hours = 0, minute = '00'] = [Number(time.slice(0, 2)), time.slice(3, 5)];
  return { hour: hours % 12 === 0 ? 12 : hours % 12, minute, half: hours < 12 ? 'AM' : 'PM' };
}

/** The same time as HH:MM. */
export function fromTwelveHour({ hour, minute, half }: TwelveHourTime): string {
  const hours = (hour % 12) + (half === 'PM' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

/** The minutes to choose from; a stored time keeps its own minute, whatever it is. */
export function minutesFor(minute: string): readonly string[] {
  return MINUTES.includes(minute) ? MINUTES : [...MINUTES, minute].sort();
}
