import { MINUTE_MS } from '#platform/shared/durations.ts';
import { formatList } from '#platform/shared/format-list.ts';
import { timeMessage } from '#platform/shared/moments.ts';
import type { AlertDose, OpenAlert } from '../open-contract.ts';

interface Seen {
  readonly now: Date;
  readonly timezone: string;
}

/** Example: 'Rose has not answered Metformin'. */
export function alertTitle(doses: readonly Pick<AlertDose, 'name' | 'elder'>[]): string {
  const [first, ...others] = doses;
  if (first === undefined) return 'An alert';
  if (others.length > 0) return `An alert of ${doses.length} doses`;
  return first.elder === ''
    ? `${first.name} has not been answered`
    : `${first.elder} has not answered ${first.name}`;
}

/**
 * Example: 'Not answered for 45 minutes'. Counts from the scheduled time; for several doses, from
 * the alert.
 */
export function howLongMessage(
  { doses, createdAt }: Pick<OpenAlert, 'doses' | 'createdAt'>,
  now: Date,
): string {
  const [first, ...others] = doses;
  const isOne = first !== undefined && others.length === 0;
  const since = new Date(isOne ? first.scheduledTime : createdAt);
  return `${isOne ? 'Not answered' : 'Open'} for ${spanOf(now.getTime() - since.getTime())}`;
}

/** Example: '500 mg, 12:00 PM'. */
export function doseMessage(
  { dosage, scheduledTime }: Pick<AlertDose, 'dosage' | 'scheduledTime'>,
  seen: Seen,
): string {
  return [dosage, momentOf(scheduledTime, seen)].filter((part) => part !== '').join(', ');
}

/** Example: 'David has it, since 12:47 PM'. */
export function holderMessage(name: string | null, since: string, seen: Seen): string {
  return `${name === null ? 'You have it' : `${name} has it`}, since ${momentOf(since, seen)}`;
}

/** Example: 'notification and email'. */
export function waysMessage({
  byEmail,
  browsers,
}: Pick<OpenAlert['told'][number], 'byEmail' | 'browsers'>): string {
  const ways = [...(browsers > 0 ? ['notification'] : []), ...(byEmail ? ['email'] : [])];
  return ways.length === 0 ? 'no way to reach them yet' : ways.join(' and ');
}

/** Describes who was notified of the acknowledgement; undefined if no other person was alerted. */
export function othersToldMessage(
  { told, holder }: Pick<OpenAlert, 'told' | 'holder'>,
  me: string,
): string | undefined {
  if (holder === null) return undefined;
  const names = [...new Set(told.filter(({ userId }) => userId !== holder.userId).map(nameTo(me)))];
  if (names.length === 0) return undefined;
  const verb = names.length === 1 && names[0] !== 'You' ? 'was' : 'were';
  return `${formatList(names)} ${verb} told: “${holder.name} has it.”`;
}

/** One event of an alert, shown as one line. */
export interface AlertStep {
  readonly at: string;
  readonly who: string;
  readonly words: string;
  readonly kind: 'past' | 'you' | 'held' | 'later';
}

/** Returns the timeline of an alert: alerted people, assignee and next step. */
export function stepsOfAlert(alert: OpenAlert, me: string): AlertStep[] {
  const { told, holder, next } = alert;
  const steps = told.map((telling): AlertStep & { order: string } => ({
    at: telling.at,
    order: telling.at,
    who: nameTo(me)(telling),
    words: `, ${waysMessage(telling)}.`,
    kind: telling.userId === me && holder === null ? 'you' : 'past',
  }));
  if (holder !== null) {
    const isMine = holder.userId === me;
    steps.push({
      ...{ at: holder.since, order: `${holder.since}~`, kind: 'held' },
      who: isMine ? 'You' : holder.name,
      words: isMine ? ' have it.' : ' has it.',
    });
    if (holder.asksAgainAt !== null) {
      steps.push({
        ...{ at: holder.asksAgainAt, order: `${holder.asksAgainAt}~~`, kind: 'later' },
        who: isMine ? 'You' : holder.name,
        words: `${isMine ? ' are' : ' is'} asked again if it is still open.`,
      });
    }
  }
  if (next !== null) {
    steps.push({
      ...{ at: next.at, order: `${next.at}~~`, kind: 'later' },
      who: formatList(next.names),
      words: ', if nobody has it.',
    });
  }
  return steps
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ order: _, ...step }) => step);
}

const nameTo =
  (me: string) =>
  ({ userId, name }: { userId: string; name: string }) =>
    userId === me ? 'You' : name;

function momentOf(instant: string, { now, timezone }: Seen): string {
  return timeMessage(new Date(instant), now, timezone);
}

/** Example: '45 minutes', '3 hours'. */
function spanOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `${Math.floor(minutes / 60)} hours`;
}
