import { randomUUID } from 'node:crypto';
import type { Db } from '#database/connect.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import type { NamedDose } from '../dose-message.ts';
import { awayMessage, type QuietMessage, quietMessage, type SaidDose } from '../quiet-messages.ts';
import { lettersTo } from './alert-letters.ts';
import {
  administratorsOf,
  elderOf,
  type Household,
  householdOf,
  nameIn,
  type Person,
} from './household.ts';
import { type Letter, put, takeWordsBack } from './outbox.ts';

/** So long what was pressed by mistake can be undone before anybody is told. */
const UNDO_MS = MINUTE_MS;

export interface SaidOfDose extends Omit<SaidDose, 'elder'> {
  /** The dose's own id. */
  readonly dose: string;
  /** The elder it is for; null is the household's elder. */
  readonly userId: string | null;
}

interface Saying {
  readonly accountId: string;
  readonly now: Date;
}

/**
 * Tells the administrators by mail, quietly and once for each dose, what the elder said of it; with
 * undefined that nothing is to be told any more. What has not gone is taken back either way.
 */
export async function sayQuietly(
  db: Db,
  { accountId, now }: Saying,
  dose: string,
  said: SaidOfDose | undefined,
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
 * Tells these people, by every way that the alert took, that the dose was taken after all, or what
 * else was said of it; with `isMailed` only in their browsers.
 */
export async function sayAllClear(
  db: Db,
  { accountId, now }: Saying,
  people: readonly string[],
  said: SaidOfDose,
  isMailed = false,
): Promise<void> {
  const { household, message } = await messageAbout(db, accountId, said);
  const readers = administratorsOf(household).filter(({ id }) => people.includes(id));
  const letters = lettersOf(readers, household, message);
  const theirs = letters.filter(({ kind }) => !(isMailed && kind === 'email'));
  await put(db, { accountId, now, purpose: 'alert' }, theirs);
}

/** Who entered a time away, and when. */
interface Entered {
  readonly userId: string;
  readonly now: Date;
}

export type AlertedDose = Omit<NamedDose, 'elder'> & {
  readonly userId: string | null;
  /** Whom the alert of it went to. */
  readonly told: readonly string[];
};

/** Tells whoever was alerted of these doses, each once of all of theirs, that nobody waits for them any more. */
export async function sayAway(
  db: Db,
  accountId: string,
  doses: readonly AlertedDose[],
  { userId, now }: Entered,
): Promise<void> {
  // Most were told of the same doses: they get the same message.
  const groups = new Map<string, { people: string[]; about: AlertedDose[] }>();
  for (const id of new Set(doses.flatMap(({ told }) => told))) {
    // Who entered it knows it.
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

async function messageAbout(db: Db, accountId: string, said: SaidOfDose) {
  const household = await householdOf(db, accountId);
  const dose = { ...said, elder: elderOf(said, household.people) };
  return { household, message: quietMessage(dose, household.timezone) };
}

/** To these people, by each of their ways; by mail only where the email is proven. */
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
