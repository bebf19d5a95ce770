import { sql } from 'drizzle-orm';
import { index, pgTable, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { sessions } from './access.ts';
import { instant, withinHousehold } from './columns.ts';
import { householdRow, householdTable, identifiedTable, users } from './households.ts';
import { medications } from './medications.ts';

/**
 * Time of the next care sweep of a household. Sweeps are needed because doses become overdue or
 * missed as time passes, without a change of data.
 */
export const careSweeps = householdRow(
  'care_sweeps',
  () => ({
    /** Set to the current time by each change that affects due doses. */
    nextAt: instant('next_at').notNull(),
    /** A sweep need not read doses before this time, because all of them are settled. */
    sweptUntil: instant('swept_until').notNull(),
  }),
  (table) => [
    // Due households are read page by page in this order.
    index('care_sweeps_due').on(table.nextAt, table.accountId),
    // Finds rows with times in the future, which were written while the clock was ahead.
    index('care_sweeps_until').on(table.sweptUntil),
  ],
);

/** Doses for which an alert was sent to the administrators; at most one alert for each dose. */
export const doseAlerts = householdTable(
  'dose_alerts',
  ['medicationId', 'localDate', 'time', 'accountId'],
  (t) => ({
    medicationId: t.uuid('medication_id').notNull(),
    localDate: t.date('local_date', { mode: 'string' }).notNull(),
    time: t.text('time').notNull(),
    alertedAt: instant('alerted_at').notNull(),
    /** Ids of the people who received the alert of this dose. */
    told: t.text('told').array().notNull().default([]),
    /** Time when these people were notified that the dose was taken after all. */
    allClearAt: instant('all_clear_at'),
  }),
  (table) => [
    withinHousehold(table.medicationId, table.accountId, medications).onDelete('cascade'),
  ],
);

/**
 * Messages to send and their results. A row is written in the transaction that decides to send the
 * message, together with a job that has the same kind and the row's id as key.
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
     * `alert`: about unanswered doses, sent first; `word`: a low-priority message about one dose;
     * `test`: sent by an administrator to themselves, tried once.
     */
    purpose: t.text('purpose'),
    /**
     * The alert that the message belongs to. An alert counts as sent when one of its messages was
     * sent.
     */
    alert: t.uuid('alert'),
    /**
     * The dose that a low-priority message is about. A later message about the same dose cancels
     * the unsent ones.
     */
    dose: t.text('dose'),
    createdAt: instant('created_at').notNull(),
    /**
     * Used by the previous version only; its rows are converted to jobs. To be dropped together
     * with `attempts` and `outbox_due`.
     */
    tryAt: instant('try_at'),
    attempts: t.integer('attempts').notNull().default(0),
    sentAt: instant('sent_at'),
    /** Reason for the last failure, without email addresses. */
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

/**
 * Alerts of which no message could be sent. A row stays until a message is sent and a person has
 * seen the alert.
 */
export const unsentAlerts = identifiedTable(
  'unsent_alerts',
  (t) => ({
    createdAt: instant('created_at').notNull(),
    /**
     * Doses of the alert: medication, date, time, and the medication's name when the alert was
     * created.
     */
    doses: t.jsonb('doses').notNull(),
    /** Number of older doses, which the alert does not list. */
    older: t.integer('older').notNull(),
    seenAt: instant('seen_at'),
    /** Name of the person who saw the alert, at that time. */
    seenBy: t.text('seen_by'),
  }),
  (table) => [index('unsent_alerts_newest').on(table.accountId, table.createdAt)],
);

/** Emails of the test alerts that administrators send to themselves. */
export const alertTests = identifiedTable(
  'alert_tests',
  (t) => ({
    /** Id of the email in the outbox. */
    id: t.uuid('id').notNull(),
    userId: t.uuid('user_id').notNull(),
    /** SHA-256 of the token in the email's link, hexadecimal. */
    tokenHash: t.text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    receivedAt: instant('received_at'),
  }),
  (table) => [
    unique().on(table.tokenHash, table.accountId),
    index('alert_tests_by_user').on(table.userId, table.createdAt),
    index('alert_tests_by_account').on(table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

/** The latest test alarm on a device, started from the panel. */
export const alarmTests = householdTable(
  'alarm_tests',
  ['sessionId', 'accountId'],
  (t) => ({
    sessionId: t.uuid('session_id').notNull(),
    id: t.uuid('id').notNull(),
    /** The elder who uses the device. */
    userId: t.uuid('user_id').notNull(),
    /** First name of the requester at the time of the request. */
    askedBy: t.text('asked_by').notNull(),
    askedAt: instant('asked_at').notNull(),
    answeredAt: instant('answered_at'),
    /** Result reported by the device: `sounded`, `blocked` or `reminder`. */
    outcome: t.text('outcome'),
  }),
  (table) => [
    unique().on(table.id, table.accountId),
    index('alarm_tests_by_account').on(table.accountId),
    withinHousehold(table.sessionId, table.accountId, sessions).onDelete('cascade'),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

/** A browser in which an administrator wants to receive alerts. */
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
    // One row per browser, person and household. A browser belongs to the person who subscribed in
    // it last, and receives the alerts of each of that person's households.
    uniqueIndex('push_subscriptions_once').on(table.endpoint, table.userId, table.accountId),
    index('push_subscriptions_by_user').on(table.userId),
    index('push_subscriptions_by_account').on(table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

/** State of a tablet, once a minute, retained for two hours. */
export const heartbeats = householdTable(
  'heartbeats',
  ['sessionId', 'at', 'accountId'],
  (t) => ({
    sessionId: t.uuid('session_id').notNull(),
    at: instant('at').notNull(),
    /** True if the page was visible: in the foreground, with the screen on. */
    visible: t.boolean('visible').notNull(),
    soundReady: t.boolean('sound_ready').notNull(),
    /** Milliseconds by which the tablet's clock is ahead of the server's. */
    clockSkewMs: t.integer('clock_skew_ms').notNull(),
  }),
  (table) => [
    index('heartbeats_by_account').on(table.accountId, table.at),
    index('heartbeats_oldest').on(table.at),
    withinHousehold(table.sessionId, table.accountId, sessions).onDelete('cascade'),
  ],
);

/** Keys that the server generates at its first start, shared by all its processes. */
export const serverKeys = pgTable('server_keys', (t) => ({
  name: t.text('name').primaryKey(),
  value: t.text('value').notNull(),
})).enableRLS();
