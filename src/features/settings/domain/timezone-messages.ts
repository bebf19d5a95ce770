import { formatWallTime } from '#platform/shared/zoned-time.ts';
import type { NamedDose, TimezoneEffects } from '../contract.ts';
import { zoneName } from './time-zones.ts';

/** Maximum number of moved reminder times in the text; the others are counted. */
const MAX_LISTED_TIMES = 4;

/** True if the change moves a reminder or affects a dose of today. */
export function needsQuestion({ moves, overdue, dropped, missed }: TimezoneEffects): boolean {
  return [moves, overdue, dropped, missed].some(({ length }) => length > 0);
}

/** Returns the text of the confirmation before a time zone change, as one paragraph. */
export function timezoneQuestion(
  { moves, overdue, dropped, missed }: TimezoneEffects,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  return [
    `Reminders will follow ${zoneName(to)}.`,
    moves.length === 0 ? '' : `On the present clock (${zoneName(from)}), ${movedTimes(moves)}.`,
    named('Asked for at once as overdue', overdue),
    named('Not asked for, because it is too soon after the dose before', dropped),
    named('Missed, because the time to answer ends', missed),
    'You can undo this for 24 hours.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function movedTimes(moves: TimezoneEffects['moves']): string {
  const listed = moves
    .slice(0, MAX_LISTED_TIMES)
    .map(
      ({ time, becomes, medications }) =>
        `${formatWallTime(time)} becomes ${formatWallTime(becomes)} for ${counted(medications, 'medication')}`,
    );
  const others = moves.length - listed.length;
  const all = others === 0 ? listed : [...listed, `${counted(others, 'more time')} also move`];
  return inWords(all);
}

function named(effect: string, doses: readonly NamedDose[]): string {
  if (doses.length === 0) return '';
  const names = doses.map(({ medication, time }) => `${medication} at ${formatWallTime(time)}`);
  return `${effect}: ${inWords(names)}.`;
}

const list = new Intl.ListFormat('en-US');
const inWords = (items: readonly string[]) => list.format(items);

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
