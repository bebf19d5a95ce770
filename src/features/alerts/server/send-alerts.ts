import { createHash, randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { asParameters, insertion, ofGiven, parameterRows } from '#database/parameter-rows.ts';
import { prepared } from '#database/prepared.ts';
import { doseAlerts } from '#database/schema/alerts.ts';
import { type alerts, alertTellings, type StoredAlertDose } from '#database/schema/escalation.ts';
import { inTurns } from '#platform/server/jobs/yielding.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { alertMessage } from '../domain/alert-messages.ts';
import type { DoseMessage } from '../domain/dose-message.ts';
import { stillOpenMessage, takenOverMessage } from '../domain/taken-messages.ts';
import { administratorsOf, type Household, type Person } from './household.ts';
import { type Letter, type Putting, put, putAll } from './outbox.ts';
import { wayTo } from './push-services.ts';
import { storeUnsentAlerts } from './unsent-alerts.ts';

type AlertRow = typeof alerts.$inferSelect;

/** The people to whom an alert is sent now. */
export interface AlertDelivery {
  readonly alert: AlertRow;
  readonly household: Household;
  readonly people: readonly string[];
  /** True if no person has been alerted yet. */
  readonly isFirst: boolean;
}

interface WithTokens extends AlertDelivery {
  /** Link token of each person, by user id. */
  readonly tokens: ReadonlyMap<string, string>;
}

/**
 * Sends each of these people an alert with their own link token, at most one per round. The alerts
 * may belong to several households; each message contains data of its household only.
 */
export async function sendAlerts(
  db: Db,
  tellings: readonly AlertDelivery[],
  now: Date,
): Promise<void> {
  const asked = tellings.map((telling) => ({
    ...telling,
    tokens: new Map(telling.people.map((person) => [person, newToken()])),
  }));
  const notedOf = await noteTellings(db, asked, now);
  const told = asked
    .map((telling) => ({ ...telling, told: notedOf(telling) }))
    .filter(({ told }) => told.length > 0);
  const first = told.filter(({ isFirst }) => isFirst).map(({ alert }) => alert);
  await storeUnsentAlerts(db, first, now);
  const written = await inTurns(told, (telling) => ({
    putting: putting(telling.alert, now),
    letters: lettersOf(telling, telling.told, now),
  }));
  await putAll(db, written);
  await noteTold(db, told);
}

function putting({ id, accountId }: AlertRow, now: Date): Putting {
  return { accountId, now, purpose: 'alert', alert: id };
}

function lettersOf(
  { alert, household, tokens }: WithTokens,
  told: readonly Person[],
  now: Date,
): Letter[] {
  const message = alertMessage(dosesOf(alert), alert.older, now, household.timezone);
  const reason = alert.roundReason === '' ? [] : [alert.roundReason];
  const words = { ...message, paragraphs: [...reason, ...message.paragraphs] };
  return told.flatMap((person) =>
    lettersTo(person, household, words, {
      topic: topicOf(alert),
      ...(canTakeOver(alert, household) && { takeOver: tokens.get(person.id) ?? '' }),
    }),
  );
}

/** Alerts the assignee again, with a link that confirms the acknowledgement. */
export async function alertAssignee(
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
      target: [
        alertTellings.alertId,
        alertTellings.round,
        alertTellings.userId,
        alertTellings.accountId,
      ],
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

/** Sends the other alerted people one silent message that names the assignee. */
export async function notifyOthers(
  db: Db,
  alert: AlertRow,
  household: Household,
  { by, name, now }: { by: string; name: string; now: Date },
): Promise<void> {
  const told = new Set(await listAlerted(db, alert));
  const others = administratorsOf(household).filter(({ id }) => id !== by && told.has(id));
  const words = takenOverMessage(name, now, dosesOf(alert), household.timezone);
  const letters = others.flatMap((person) =>
    lettersTo(person, household, words, { topic: topicOf(alert), quiet: true }),
  );
  await put(db, { accountId: alert.accountId, now }, letters);
}

/** Returns the ids of all people who were alerted, in any round. */
export async function listAlerted(db: Db, { id, accountId }: AlertRow): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: alertTellings.userId })
    .from(alertTellings)
    .where(and(eq(alertTellings.accountId, accountId), eq(alertTellings.alertId, id)));
  return rows.map(({ userId }) => userId);
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * False if there is no other administrator, or if the alert only counts doses without listing them.
 */
export function canTakeOver({ doses }: Pick<AlertRow, 'doses'>, household: Household): boolean {
  return doses.length > 0 && administratorsOf(household).length > 1;
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

const insertTellings = insertion(
  'note_tellings',
  alertTellings,
  ['alertId', 'accountId', 'round', 'userId', 'at', 'tokenHash', 'byEmail', 'browsers'],
  {
    onConflict: sql`on conflict do nothing`,
    returned: { alertId: alertTellings.alertId, userId: alertTellings.userId },
  },
);

/**
 * Records the alerted people; the result returns those of an alert who were not alerted in its
 * round before.
 */
async function noteTellings(db: Db, asked: readonly WithTokens[], now: Date) {
  const rows = await insertTellings(
    db,
    asked.flatMap(({ alert, household, tokens }) =>
      peopleOf(household, tokens).map((person) =>
        tellingOf(alert, person, household, hashOf(tokens.get(person.id) ?? ''), now),
      ),
    ),
  );
  const noted = new Set(rows.map(({ alertId, userId }) => `${alertId} ${userId}`));
  return ({ alert, household, tokens }: WithTokens) =>
    peopleOf(household, tokens).filter(({ id }) => noted.has(`${alert.id} ${id}`));
}

function peopleOf({ people }: Household, tokens: ReadonlyMap<string, string>): Person[] {
  return people.filter(({ id }) => tokens.has(id));
}

function tellingOf(
  { id, accountId, round }: AlertRow,
  person: Person,
  household: Household,
  tokenHash: string,
  at: Date,
) {
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

interface Carrying {
  readonly topic: string;
  /** Token of the link that acknowledges the alert. */
  readonly takeOver?: string;
  readonly quiet?: true;
}

/** Builds the messages to one person, one per email address and browser. */
export function lettersTo(
  person: Person,
  household: Household,
  { subject, paragraphs, notice }: DoseMessage,
  { topic, takeOver, quiet }: Carrying,
): Letter[] {
  const { email, firstName, lastName } = person;
  const link = takeOver === undefined ? {} : { takeOver };
  const content = {
    name: fullName({ firstName, lastName }),
    subject,
    brand: household.appName,
    paragraphs: [`Hello ${firstName},`, ...paragraphs],
    ...link,
  };
  const mails: Letter[] = email === null ? [] : [{ kind: 'email', recipient: email, content }];
  const silence = quiet === undefined ? {} : { quiet };
  const notices = browsersOf(person, household).map(
    (browser): Letter => ({
      ...wayTo(browser),
      content: { title: subject, body: notice, topic, ...link, ...silence },
    }),
  );
  return [...mails, ...notices];
}

/** A push service keeps only the newest message of a topic; a topic has at most 32 characters. */
function topicOf({ id, round }: Pick<AlertRow, 'id' | 'round'>): string {
  return `${id.replaceAll('-', '').slice(0, 29)}${String(round % 1000).padStart(3, '0')}`;
}

function dosesOf({ doses }: AlertRow) {
  return waitingOf(doses).map((dose) => ({ ...dose, scheduledTime: new Date(dose.scheduledTime) }));
}

export function waitingOf(doses: readonly StoredAlertDose[]): StoredAlertDose[] {
  return doses.filter(({ isAnswered }) => isAnswered !== true);
}

const TOLD = {
  accountId: doseAlerts.accountId,
  medicationId: doseAlerts.medicationId,
  localDate: doseAlerts.localDate,
  time: doseAlerts.time,
  told: doseAlerts.told,
};

const addTold = prepared(
  'add_told',
  {},
  () => sql`
    update ${doseAlerts} set told = array(
      select distinct unnest(${doseAlerts.told} || ${ofGiven('told')}))
    from ${parameterRows(TOLD)}
    where ${doseAlerts.accountId} = ${ofGiven('accountId')}
      and ${doseAlerts.medicationId} = ${ofGiven('medicationId')}
      and ${doseAlerts.localDate} = ${ofGiven('localDate')}
      and ${doseAlerts.time} = ${ofGiven('time')}`,
);

/**
 * Records the alerted people of each dose, because they receive the all-clear when it is taken
 * later.
 */
async function noteTold(
  db: Db,
  all: readonly (AlertDelivery & { readonly told: readonly Person[] })[],
): Promise<void> {
  const rows = all.flatMap(({ alert, household, told: people }) => {
    const told = people.filter((person) => isReached(person, household)).map(({ id }) => id);
    if (told.length === 0) return [];
    return waitingOf(alert.doses).map(({ medicationId, localDate, time }) => ({
      ...{ accountId: alert.accountId, medicationId, localDate, time, told },
    }));
  });
  if (rows.length > 0) await addTold(db, asParameters(TOLD, rows));
}

/** Matches the alert record of one dose. */
export function isAlertOf(
  accountId: string,
  dose: Pick<StoredAlertDose, 'medicationId' | 'localDate' | 'time'>,
) {
  return and(
    eq(doseAlerts.accountId, accountId),
    eq(doseAlerts.medicationId, dose.medicationId),
    eq(doseAlerts.localDate, dose.localDate),
    eq(doseAlerts.time, dose.time),
  );
}
