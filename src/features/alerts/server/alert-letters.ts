import { createHash, randomBytes } from 'node:crypto';
import { and, eq, or, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { doseAlerts } from '#database/schema/alerts.ts';
import { type alerts, alertTellings, type StoredAlertDose } from '#database/schema/escalation.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { alertMessage } from '../alert-messages.ts';
import { stillOpenMessage, takenOverMessage } from '../taken-messages.ts';
import { administratorsOf, type Household, type Person } from './household.ts';
import { type Letter, put } from './outbox.ts';
import { keepUntilSent } from './unsent.ts';

type AlertRow = typeof alerts.$inferSelect;

/** Rows of one statement. */
const BATCH = 500;

/** Alerts these people, each with a link of their own; once in a round, whoever asks for it twice. */
export async function tellPeople(
  db: Db,
  alert: AlertRow,
  household: Household,
  people: readonly string[],
  now: Date,
): Promise<void> {
  const { id, accountId, older } = alert;
  const before = await db.$count(alertTellings, eq(alertTellings.alertId, id));
  const tokens = new Map(people.map((person) => [person, newToken()]));
  const told = await noteTellings(db, alert, household, tokens, now);
  if (told.length === 0) return;
  const doses = dosesOf(alert);
  const message = alertMessage(doses, older, now, household.timezone);
  const reason = alert.roundReason === '' ? [] : [alert.roundReason];
  const words = { ...message, paragraphs: [...reason, ...message.paragraphs] };
  const letters = told.flatMap((person) =>
    lettersTo(person, household, words, {
      topic: topicOf(alert),
      ...(canTakeOver(alert, household) && { takeOver: tokens.get(person.id) ?? '' }),
    }),
  );
  if (before === 0) await keepUntilSent(db, { id, accountId, now, older }, alert.doses);
  await put(db, { accountId, now, purpose: 'alert', alert: id }, letters);
  await noteTold(
    db,
    alert,
    told.filter((person) => isReached(person, household)),
  );
}

/** Alerts whoever has it once more, with a link that says that they still do. */
export async function askAgain(
  db: Db,
  alert: AlertRow,
  household: Household,
  { person: id, now, waitMs }: { person: string; now: Date; waitMs: number },
): Promise<void> {
  const { accountId, round, takenAt } = alert;
  const person = household.people.find((one) => one.id === id);
  if (person === undefined) return;
  const token = newToken();
  await db
    .insert(alertTellings)
    .values(tellingOf(alert, person, household, hashOf(token), now))
    .onConflictDoUpdate({
      target: [alertTellings.alertId, alertTellings.round, alertTellings.userId],
      set: { tokenHash: hashOf(token), usedAt: null },
    });
  const { timezone } = household;
  const words = stillOpenMessage(takenAt ?? now, dosesOf(alert), {
    ...{ now, timezone, waitMinutes: Math.round(waitMs / MINUTE_MS) },
  });
  const topic = topicOf({ ...alert, round: round + 50 });
  const letters = lettersTo(person, household, words, { topic, takeOver: token });
  await put(db, { accountId, now, purpose: 'alert' }, letters);
}

/** Tells the others who were alerted, by the ways of the alert, who has it: quietly, once. */
export async function tellWhoHasIt(
  db: Db,
  alert: AlertRow,
  household: Household,
  { by, name, now }: { by: string; name: string; now: Date },
): Promise<void> {
  const told = new Set(await toldOf(db, alert));
  const others = administratorsOf(household).filter(({ id }) => id !== by && told.has(id));
  const words = takenOverMessage(name, now, dosesOf(alert), household.timezone);
  const letters = others.flatMap((person) =>
    lettersTo(person, household, words, { topic: topicOf(alert), quiet: true }),
  );
  await put(db, { accountId: alert.accountId, now }, letters);
}

/** Whoever was alerted in any round. */
export async function toldOf(db: Db, { id }: AlertRow): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: alertTellings.userId })
    .from(alertTellings)
    .where(eq(alertTellings.alertId, id));
  return rows.map(({ userId }) => userId);
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** With nobody else there is nobody to take it over from; nor is what is only counted taken over. */
export function canTakeOver({ doses }: Pick<AlertRow, 'doses'>, household: Household): boolean {
  return doses.length > 0 && administratorsOf(household).length > 1;
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

async function noteTellings(
  db: Db,
  alert: AlertRow,
  household: Household,
  tokens: ReadonlyMap<string, string>,
  now: Date,
): Promise<Person[]> {
  const people = household.people.filter(({ id }) => tokens.has(id));
  if (people.length === 0) return [];
  const rows = await db
    .insert(alertTellings)
    .values(
      people.map((person) =>
        tellingOf(alert, person, household, hashOf(tokens.get(person.id) ?? ''), now),
      ),
    )
    .onConflictDoNothing()
    .returning({ userId: alertTellings.userId });
  const noted = new Set(rows.map(({ userId }) => userId));
  return people.filter(({ id }) => noted.has(id));
}

function tellingOf(
  { id, accountId, round }: AlertRow,
  person: Person,
  household: Household,
  tokenHash: string,
  at: Date,
): typeof alertTellings.$inferInsert {
  return {
    ...{ alertId: id, accountId, round, userId: person.id, at, tokenHash },
    byEmail: person.email !== null && person.emailProvenAt !== null,
    browsers: browsersOf(person, household).length,
  };
}

const browsersOf = ({ id }: Person, { subscriptions }: Household) =>
  subscriptions.filter(({ userId }) => userId === id);

function isReached(person: Person, household: Household): boolean {
  const hasEmail = person.email !== null && person.emailProvenAt !== null;
  return hasEmail || browsersOf(person, household).length > 0;
}

interface Words {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly notice: string;
}

interface Carrying {
  readonly topic: string;
  /** The token of the link by which it is taken over. */
  readonly takeOver?: string;
  readonly quiet?: true;
}

/** To one person, by each of their ways. */
function lettersTo(
  person: Person,
  household: Household,
  { subject, paragraphs, notice }: Words,
  { topic, takeOver, quiet }: Carrying,
): Letter[] {
  const { email, firstName, lastName } = person;
  const link = takeOver === undefined ? {} : { takeOver };
  const content = {
    name: `${firstName} ${lastName}`,
    subject,
    brand: household.appName,
    paragraphs: [`Hello ${firstName},`, ...paragraphs],
    ...link,
  };
  const mails: Letter[] = email === null ? [] : [{ kind: 'email', recipient: email, content }];
  const silence = quiet === undefined ? {} : { quiet };
  const notices = browsersOf(person, household).map(
    ({ id }): Letter => ({
      kind: 'push',
      recipient: id,
      content: { title: subject, body: notice, topic, ...link, ...silence },
    }),
  );
  return [...mails, ...notices];
}

/** The push service keeps only the newest of one topic; 32 characters are the most. */
function topicOf({ id, round }: Pick<AlertRow, 'id' | 'round'>): string {
  return `${id.replaceAll('-', '').slice(0, 29)}${String(round % 1000).padStart(3, '0')}`;
}

function dosesOf({ doses }: AlertRow) {
  return waitingOf(doses).map((dose) => ({ ...dose, scheduledTime: new Date(dose.scheduledTime) }));
}

/** Of the doses of an alert those that nobody has answered. */
export function waitingOf(doses: readonly StoredAlertDose[]): readonly StoredAlertDose[] {
  return doses.filter(({ isAnswered }) => isAnswered !== true);
}

/** Whoever was alerted of a dose is told when it was taken after all. */
async function noteTold(db: Db, alert: AlertRow, people: readonly Person[]): Promise<void> {
  const doses = waitingOf(alert.doses);
  if (people.length === 0) return;
  const ids = people.map(({ id }) => id).join(',');
  const told = sql`array(select distinct unnest(${doseAlerts.told} || string_to_array(${ids}, ',')))`;
  for (let at = 0; at < doses.length; at += BATCH) {
    await db
      .update(doseAlerts)
      .set({ told })
      .where(or(...doses.slice(at, at + BATCH).map(isAlertOf)));
  }
}

/** The row of a dose of which there was an alert. */
export function isAlertOf(dose: {
  readonly medicationId: string;
  readonly localDate: string;
  readonly time: string;
}) {
  return and(
    eq(doseAlerts.medicationId, dose.medicationId),
    eq(doseAlerts.localDate, dose.localDate),
    eq(doseAlerts.time, dose.time),
  );
}
