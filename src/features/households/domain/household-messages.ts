import { sinceMessage } from '#features/alerts/domain/tablet-state.ts';
import type { Answer, Tone } from '#features/today/domain/answer.ts';
import { needsALook, TONES } from '#features/today/domain/today-messages.ts';
import { formatTime } from '#platform/shared/zoned-time.ts';
import type { Household } from '../contract.ts';

/** The labels of the statuses, as on the day page of one household, but without counts. */
const WORDS: Record<Answer, string> = {
  overdue: 'A dose is overdue',
  missed: 'A dose was missed',
  'tablet-silent': 'The tablet does not answer',
  open: 'A dose is open',
  'cannot-ring': 'The tablet cannot ring',
  'no-person': 'Nobody is here yet',
  away: 'Away',
  'no-tablet': 'No tablet is set up yet',
  'nothing-today': 'Nothing to take today',
  'all-right': 'All right so far',
};

type Person = Household['people'][number];

/** Returns the tone of the most urgent elder in the household. */
export function toneOf({ people, isExpired }: Household): Tone {
  const [first] = people;
  return isExpired || first === undefined ? 'quiet' : TONES[first.answer];
}

/** 'A dose is overdue since 12:00 PM', with the name if there are several elders. */
export function personMessage(person: Person, { people, timezone }: Household, now: Date): string {
  const { answer, since, name } = person;
  const words = WORDS[answer];
  const whose =
    people.length > 1 ? `${name}: ${words.slice(0, 1).toLowerCase()}${words.slice(1)}` : words;
  if (since === null || timezone === null) return `${whose}.`;
  return `${whose}, ${sinceMessage(new Date(since), now, timezone)}.`;
}

/** Describes a household in one line: its most urgent elder, and how many others need attention. */
export function householdMessage(household: Household, now: Date): string {
  if (household.isExpired) return 'Its subscription has expired.';
  const [first, ...others] = household.people;
  if (first === undefined) return '';
  const isGood = TONES[first.answer] === 'good';
  if (isGood && others.length > 0) return 'Everybody is all right so far.';
  const more = others.filter(({ answer }) => needsALook(answer)).length;
  const message = personMessage(first, household, now);
  return more === 0 ? message : `${message} ${more} more ${more === 1 ? 'needs' : 'need'} a look.`;
}

/** 'Next dose: 8:00 PM', in the household's time zone. */
export function nextDoseMessage({ nextDoseAt, timezone, isExpired }: Household): string {
  if (isExpired) return '';
  if (nextDoseAt === null || timezone === null) return 'No more doses today';
  return `Next dose: ${formatTime(new Date(nextDoseAt), timezone)}`;
}

export function overviewMessage(households: readonly Household[]): string {
  const needing = households.filter((one) => !['good', 'quiet'].includes(toneOf(one))).length;
  if (needing === 0) return `Nobody needs you in ${households.length} households.`;
  const one = needing === 1;
  return `${needing} of ${households.length} households ${one ? 'needs' : 'need'} somebody.`;
}
