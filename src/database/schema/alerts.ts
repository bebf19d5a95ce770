import { sql } from 'drizzle-orm';
import { index, pgTable, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { sessions } from './access.ts';
import { instant, withinHousehold } from './ground.ts';
import { householdRow, householdTable, identifiedTable, users } from './households.ts';
import { medications } from './medications.ts';

/** When a household must be looked after next: doses become overdue and missed by themselves. */
export const careSweeps = householdRow(
  'care_sweeps',
  () => ({
    /** Moved to the present by every change of what is due. */
    nextAt: instant('next_at').notNull(),
    /** Everything before this has been settled. */
    sweptUntil: instant('swept_until').notNull(),
  }),
  (table) => [
    // Those whose time has come are read page by page in this order.
    index('care_sweeps_due').on(table.nextAt, table.accountId),
    // A clock that was ahead leaves moments that have not come.
    index('care_sweeps_until').on(table.sweptUntil),
  ],
);

/** The doses that the administrators were alerted of: one alert each, ever. */
export const doseAlerts = householdTable(
  'dose_alerts',
  ['medicationId', 'localDate', 'time', 'accountId'],
  (t) => ({
    medicationId: t.uuid('medication_id').notNull(),
    localDate: t.date('local_date', { mode: 'string' }).notNull(),
    time: t.text('time').notNull(),
    alertedAt: instant('alerted_at').notNull(),
    /** Whom the alert of this dose went to, by the id of the person. */
    told: t.text('told').array().notNull().default([]),
    /** When they were told that it was taken after all. */
    allClearAt: instant('all_clear_at'),
  }),
  (table) => [
    withinHousehold(table.medicationId, table.accountId, medications).onDelete('cascade'),
  ],
);

/**
 * What is to be sent, and what became of it; written in the transaction that decides it, together with
 * the job that sends it, which has its kind and its id as the key.
 */
export const outbox = identifiedTable(
  'outbox',
  (t) => ({
    /** `email` or `push`. */
    kind: t.text('kind').notNull(),
    /** An email address, or the id of a push subscription. */
    recipient: t.text('recipient').notNull(),
    content: t.jsonb('content').notNull(),
    /**
     * `alert`: of doses that nobody answered, sent first; `word`: a quiet line about one dose;
     * `test`: what an administrator sends to themselves, tried once.
     */
    purpose: t.text('purpose'),
    /** The alert that it is a part of: one letter that arrives is enough for it. */
    alert: t.uuid('alert'),
    /** The dose that a quiet line is about: what is said of it later takes back what has not gone. */
    dose: t.text('dose'),
    createdAt: instant('created_at').notNull(),
    /** Of the version before: what it has put out is made a job. Goes with `attempts` and `outbox_due`. */
    tryAt: instant('try_at'),
    attempts: t.integer('attempts').notNull().default(0),
    sentAt: instant('sent_at'),
    /** Why the last attempt failed, without an address. */
    failure: t.text('failure'),
  }),
  (table) => [
    index('outbox_due').on(table.tryAt),
    index('outbox_by_account').on(table.accountId),
    index('outbox_by_age').on(table.createdAt),
    index('outbox_by_alert').on(table.alert).where(sql`alert is not null`),
    index('outbox_by_dose').on(table.accountId, table.dose).where(sql`dose is not null`),
  ],
);

/** The alerts of which no letter has gone yet; until then, and until somebody has seen them. */
export const unsentAlerts = identifiedTable(
  'unsent_alerts',
  (t) => ({
    createdAt: instant('created_at').notNull(),
    /** Which doses it was about: medication, date, time, and the name of then. */
    doses: t.jsonb('doses').notNull(),
    /** Doses of longer ago, which an alert only counts. */
    older: t.integer('older').notNull(),
    seenAt: instant('seen_at'),
    /** As they were called then. */
    seenBy: t.text('seen_by'),
  }),
  (table) => [index('unsent_alerts_newest').on(table.accountId, table.createdAt)],
);

/** The letters of the test alerts that administrators send to themselves. */
export const alertTests = identifiedTable(
  'alert_tests',
  (t) => ({
    /** The letter in the outbox. */
    id: t.uuid('id').notNull(),
    userId: t.uuid('user_id').notNull(),
    /** SHA-256 of the token in the letter's link, hexadecimal. */
    tokenHash: t.text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When its link was opened. */
    receivedAt: instant('received_at'),
  }),
  (table) => [
    unique().on(table.tokenHash, table.accountId),
    index('alert_tests_by_user').on(table.userId, table.createdAt),
    index('alert_tests_by_account').on(table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

/** The last time that somebody of the family tried the alarm on a device, from afar. */
export const alarmTests = householdTable(
  'alarm_tests',
  ['sessionId', 'accountId'],
  (t) => ({
    sessionId: t.uuid('session_id').notNull(),
    id: t.uuid('id').notNull(),
    /** Whose device it is. */
    userId: t.uuid('user_id').notNull(),
    /** By the first name of then. */
    askedBy: t.text('asked_by').notNull(),
    askedAt: instant('asked_at').notNull(),
    answeredAt: instant('answered_at'),
    /** What the device said: `sounded`, `blocked` or `reminder`. */
    outcome: t.text('outcome'),
  }),
  (table) => [
    unique().on(table.id, table.accountId),
    index('alarm_tests_by_account').on(table.accountId),
    withinHousehold(table.sessionId, table.accountId, sessions).onDelete('cascade'),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

/** A browser that an administrator wants to be alerted in. */
export const pushSubscriptions = identifiedTable(
  'push_subscriptions',
  (t) => ({
    userId: t.uuid('user_id').notNull(),
    endpoint: t.text('endpoint').notNull(),
    p256dh: t.text('p256dh').notNull(),
    auth: t.text('auth').notNull(),
    createdAt: instant('created_at').notNull(),
  }),
  (table) => [
    // A browser belongs to the person who subscribed in it last, in each of their households.
    uniqueIndex('push_subscriptions_once').on(table.endpoint, table.userId, table.accountId),
    index('push_subscriptions_by_user').on(table.userId),
    index('push_subscriptions_by_account').on(table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

/** How a tablet was, minute by minute; only the last two hours are kept. */
export const heartbeats = householdTable(
  'heartbeats',
  ['sessionId', 'at', 'accountId'],
  (t) => ({
    sessionId: t.uuid('session_id').notNull(),
    at: instant('at').notNull(),
    /** The page could be seen: not covered, not behind another app, the screen not off. */
    visible: t.boolean('visible').notNull(),
    soundReady: t.boolean('sound_ready').notNull(),
    /** How far the tablet's own clock is ahead of the server's. */
    clockSkewMs: t.integer('clock_skew_ms').notNull(),
  }),
  (table) => [
    index('heartbeats_by_account').on(table.accountId, table.at),
    index('heartbeats_oldest').on(table.at),
    withinHousehold(table.sessionId, table.accountId, sessions).onDelete('cascade'),
  ],
);

/** Keys that the server makes for itself at its first start, shared by all its processes. */
export const serverKeys = pgTable('server_keys', (t) => ({
  name: t.text('name').primaryKey(),
  value: t.text('value').notNull(),
})).enableRLS();
