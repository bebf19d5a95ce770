import { randomUUID } from 'node:crypto';
import type { Db } from '#database/connect.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { NamedDose } from '../domain/dose-message.ts';
import {
  type AnsweredDose,
  awayMessage,
  type QuietMessage,
  quietMessage,
} from '../domain/quiet-messages.ts';
import {
  administratorsOf,
  elderOf,
  type Household,
  householdOf,
  nameIn,
  type Person,
} from './household.ts';
import { type Letter, put, takeWordsBack } from './outbox.ts';
import { lettersTo } from './send-alerts.ts';

/** Delay of a message, within which a mistaken answer can be undone unnoticed. */
const UNDO_MS = MINUTE_MS;

export interface DoseAnswer extends Omit<AnsweredDose, 'elder'> {
  readonly dose: string;
  /** User id of the elder; null means the household's elder. */
  readonly userId: string | null;
}

interface Saying {
  readonly accountId: string;
  readonly now: Date;
}

/**
 * Emails the elder's answer to the administrators, without an alarm and once per dose. With `said`
 * undefined it sends nothing. Either way it withdraws messages about the dose that are still
 * pending.
 */
export async function notifySilently(
  db: Db,
  { accountId, now }: Saying,
  dose: string,
  said: DoseAnswer | undefined,
): Promise<void> {
  const hasGone = await takeWordsBack(db, accountId, dose);
  if (said === undefined || hasGone) return;
  const { household, message } = await messageAbout(db, accountId, said);
  const letters = lettersOf(administratorsOf(household), household, message);
  const mails = letters.filter(({ kind }) => kind === 'email');
  const notBefore = new Date(now.getTime() + UNDO_MS);
  await put(db, { accountId, now, purpose: 'word', dose, notBefore }, mails);
}

/**
 * Sends the all-clear by each channel of the alert: the dose was answered after all. With
 * `isMailed` it skips email.
 */
export async function notifyAllClear(
  db: Db,
  { accountId, now }: Saying,
  people: readonly string[],
  said: DoseAnswer,
  isMailed = false,
): Promise<void> {
  const { household, message } = await messageAbout(db, accountId, said);
  const readers = administratorsOf(household).filter(({ id }) => people.includes(id));
  const letters = lettersOf(readers, household, message);
  const theirs = letters.filter(({ kind }) => !(isMailed && kind === 'email'));
  await put(db, { accountId, now, purpose: 'alert' }, theirs);
}

/** The person who entered an away period, and when. */
interface Entered {
  readonly userId: string;
  readonly now: Date;
}

export type AlertedDose = Omit<NamedDose, 'elder'> & {
  readonly userId: string | null;
  /** User ids of the people who were alerted of the dose. */
  readonly told: readonly string[];
};

/**
 * Tells everyone who was alerted of these doses, in one message each, that they lie in an away
 * period.
 */
export async function notifyAway(
  db: Db,
  accountId: string,
  doses: readonly AlertedDose[],
  { userId, now }: Entered,
): Promise<void> {
  // Most people were alerted of the same doses, so equal messages are built once.
  const groups = new Map<string, { people: string[]; about: AlertedDose[] }>();
  for (const id of new Set(doses.flatMap(({ told }) => told))) {
    // The person who entered the away period needs no message.
    if (id === userId) continue;
    const about = doses.filter(({ told }) => told.includes(id));
    const key = about.map((dose) => doses.indexOf(dose)).join();
    const group = groups.get(key) ?? { people: [], about };
    group.people.push(id);
    groups.set(key, group);
  }
  const household = await householdOf(db, accountId);
  const who = household.people.find(({ id }) => id === userId);
  const entered = { by: who === undefined ? 'Somebody' : nameIn(who, household), at: now };
  for (const { people, about } of groups.values()) {
    const named = about.map((dose) => ({ ...dose, elder: elderOf(dose, household.people) }));
    const message = awayMessage(named, entered, household.timezone);
    const readers = administratorsOf(household).filter(({ id }) => people.includes(id));
    await put(db, { accountId, now, purpose: 'alert' }, lettersOf(readers, household, message));
  }
}

async function messageAbout(db: Db, accountId: string, said: DoseAnswer) {
  const household = await householdOf(db, accountId);
  const dose = { ...said, elder: elderOf(said, household.people) };
  return { household, message: quietMessage(dose, household.timezone) };
}

/** Builds the messages to these people; email only to a confirmed address. */
function lettersOf(
  people: readonly Person[],
  household: Household,
  { sentence, ...message }: QuietMessage,
): Letter[] {
  const words = { ...message, paragraphs: [sentence] };
  return people.flatMap((person) => {
    const email = person.emailProvenAt === null ? null : person.email;
    const topic = randomUUID().replaceAll('-', '');
    return lettersTo({ ...person, email }, household, words, { topic });
  });
}
