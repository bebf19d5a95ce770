import { sinceMessage } from '#features/alerts/domain/tablet-state.ts';
import { counted, lateness } from '#features/medications/domain/lateness.ts';
import { formatTime } from '#platform/shared/zoned-time.ts';
import type { PersonToday, Today, TodaysDose } from '../contract.ts';
import type { Answer, DoseState, Tone } from './answer.ts';

export const TONES: Record<Answer, Tone> = {
  overdue: 'alarm',
  missed: 'late',
  away: 'quiet',
  'tablet-silent': 'bad',
  open: 'open',
  'cannot-ring': 'late',
  'no-person': 'quiet',
  'no-tablet': 'quiet',
  'nothing-today': 'good',
  'all-right': 'good',
};

/** True if a family member should check on the person. */
export function needsALook(answer: Answer): boolean {
  return TONES[answer] !== 'good' && answer !== 'away';
}

/** The link to the page that solves the problem. */
export const WAYS_OUT: Partial<Record<Answer, { path: string; label: string }>> = {
  'tablet-silent': { path: '/admin/tablets', label: 'Look at the tablet' },
  'cannot-ring': { path: '/admin/tablets', label: 'Look at the tablet' },
  'no-person': { path: '/users', label: 'Add the person' },
  'no-tablet': { path: '/users', label: 'Set up a tablet' },
};

type Doses = readonly Pick<TodaysDose, 'state' | 'name' | 'scheduledTime'>[];

/** Returns the doses of a person, including those of `system`. */
export function dosesOf(person: Pick<PersonToday, 'id'>, doses: Today['doses']): TodaysDose[] {
  return doses.filter(({ userId }) => userId === 'system' || userId === person.id);
}

export function questionAbout({ name }: Pick<PersonToday, 'name'>): string {
  return name === '' ? 'Is everything all right today?' : `Is ${name} all right today?`;
}

export function headlineOf(
  person: Pick<PersonToday, 'answer' | 'away' | 'tablets'>,
  doses: Doses,
): string {
  switch (person.answer) {
    case 'overdue':
      return how(count(doses, 'overdue'), 'is overdue', 'are overdue');
    case 'missed':
      return how(count(doses, 'missed'), 'was missed', 'were missed');
    case 'away':
      return `${person.away ?? 'Away'}.`;
    case 'tablet-silent':
      return person.tablets.length > 1 ? 'No tablet answers.' : 'The tablet does not answer.';
    case 'open':
      return how(count(doses, 'due'), 'is open', 'are open');
    case 'cannot-ring':
      return person.tablets.length > 1 ? 'No tablet can ring.' : 'The tablet cannot ring.';
    case 'no-person':
      return 'Nobody is here yet.';
    case 'no-tablet':
      return 'No tablet is set up yet.';
    case 'nothing-today':
      return 'Nothing to take today.';
    case 'all-right':
      return 'Yes, so far.';
  }
}

function how(doses: number, one: string, several: string): string {
  return doses === 1 ? `One dose ${one}.` : `${doses} doses ${several}.`;
}

function count(doses: Doses, state: DoseState): number {
  return doses.filter((dose) => dose.state === state).length;
}

interface Moment {
  readonly now: Date;
  readonly timezone: string;
  readonly hasMedications: boolean;
}

export function detailOf(
  person: Pick<PersonToday, 'answer' | 'tablets'>,
  doses: Doses,
  { now, timezone, hasMedications }: Moment,
): string {
  switch (person.answer) {
    case 'overdue':
      return `${named(doses, 'overdue', timezone)}. Nobody has answered.`;
    case 'missed':
      return `${named(doses, 'missed', timezone)}.`;
    case 'away':
      return 'No dose of that time rings or counts.';
    case 'open':
      return openDetail(doses, now, timezone);
    case 'tablet-silent':
      return silentDetail(person.tablets, now, timezone);
    case 'cannot-ring':
      return person.tablets.some(({ state }) => state === 'silent')
        ? 'Its sound is blocked until somebody touches it once.'
        : 'It shows something else, or its screen is off.';
    case 'no-person':
      return 'Add the person whom all this is for.';
    case 'no-tablet':
      return 'Until then nothing reminds of a dose.';
    case 'nothing-today':
      return hasMedications ? 'No dose is listed for today.' : 'There is no medication yet.';
    case 'all-right':
      return soFar(doses, timezone);
  }
}

function openDetail(doses: Doses, now: Date, timezone: string): string {
  const open = doses.filter(({ state }) => state === 'due');
  const [first] = open;
  const words = first && lateness(new Date(first.scheduledTime), now).words;
  return `${named(doses, 'due', timezone)}. ${words ?? ''}.`;
}

function silentDetail(tablets: PersonToday['tablets'], now: Date, timezone: string): string {
  const heard = tablets.flatMap(({ silentSince }) => silentSince ?? []).sort();
  const last = heard.at(-1);
  if (last === undefined) return 'It has not been heard from.';
  return `Not heard from ${sinceMessage(new Date(last), now, timezone)}.`;
}

function soFar(doses: Doses, timezone: string): string {
  const [next] = doses.filter(({ state }) => state === 'later');
  if (next === undefined) return 'Every dose of today is answered.';
  if (doses.some(({ state }) => state !== 'later')) return 'Every dose until now is answered.';
  return `The first dose is at ${formatTime(new Date(next.scheduledTime), timezone)}.`;
}

/** Returns 'Metformin, 12:00 PM' and the number of further doses. */
function named(doses: Doses, state: DoseState, timezone: string): string {
  const [first, ...others] = doses.filter((dose) => dose.state === state);
  if (first === undefined) return '';
  const one = `${first.name}, ${formatTime(new Date(first.scheduledTime), timezone)}`;
  return others.length === 0 ? one : `${one}, and ${others.length} more`;
}

/** Returns '3 of 3 taken', counting the doses whose time has come. */
export function takenMessage(doses: Doses): string {
  const come = doses.filter(({ state }) => state !== 'later');
  if (come.length === 0) return 'No dose was due yet';
  return `${count(come, 'taken')} of ${come.length} taken`;
}

/** Returns 'Next: 8:00 PM, 4 medications', or the name if there is one. */
export function nextMessage(doses: Doses, timezone: string): string {
  const later = doses.filter(({ state }) => state === 'later');
  const [first] = later;
  if (first === undefined) return 'No more today';
  const together = later.filter(({ scheduledTime }) => scheduledTime === first.scheduledTime);
  const what = together.length === 1 ? first.name : counted(together.length, 'medication');
  return `Next: ${formatTime(new Date(first.scheduledTime), timezone)}, ${what}`;
}

/** Returns one line for all people: the most urgent one, and how many others need attention. */
export function stripMessage({ people, doses }: Pick<Today, 'people' | 'doses'>): string {
  const [first, ...others] = people;
  if (first === undefined) return '';
  const sentence = headlineOf(first, dosesOf(first, doses));
  if (TONES[first.answer] === 'good' && others.length > 0) return `Everybody is all right so far.`;
  const whose = first.name === '' ? sentence : `${first.name}: ${lowered(sentence)}`;
  const more = others.filter(({ answer }) => needsALook(answer)).length;
  return more === 0
    ? whose
    : `${whose} ${more === 1 ? 'One more needs' : `${more} more need`} a look.`;
}

function lowered(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
}
