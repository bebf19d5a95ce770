import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sessions } from './access.ts';
import { instant, ownHouseholdOnly, withinHousehold } from './ground.ts';
import { accountId, householdKey, users } from './households.ts';
import { medications } from './medications.ts';

/** When a household must be looked after next: doses become overdue and missed by themselves. */
export const careSweeps = pgTable(
  'care_sweeps',
  {
    accountId: householdKey(),
    /** Moved to the present by every change of what is due. */
    nextAt: instant('next_at').notNull(),
    /** Everything before this has been settled. */
    sweptUntil: instant('swept_until').notNull(),
  },
  (table) => [
    // Those whose time has come are read page by page in this order.
    index('care_sweeps_due').on(table.nextAt, table.accountId),
    // A clock that was ahead leaves moments that have not come.
    index('care_sweeps_until').on(table.sweptUntil),
    ownHouseholdOnly('account_id'),
  ],
);

/** The doses that the administrators were alerted of: one alert each, ever. */
export const doseAlerts = pgTable(
  'dose_alerts',
  {
    medicationId: uuid('medication_id').notNull(),
    localDate: date('local_date', { mode: 'string' }).notNull(),
    time: text('time').notNull(),
    accountId: accountId(),
    alertedAt: instant('alerted_at').notNull(),
    /** Whom the alert of this dose went to, by the id of the person. */
    told: text('told').array().notNull().default([]),
    /** When they were told that it was taken after all. */
    allClearAt: instant('all_clear_at'),
  },
  (table) => [
    primaryKey({ columns: [table.medicationId, table.localDate, table.time, table.accountId] }),
    withinHousehold(table.medicationId, table.accountId, medications).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);

/**
 * What is to be sent, and what became of it; written in the transaction that decides it, together with
 * the job that sends it, which has its kind and its id as the key.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    /** `email` or `push`. */
    kind: text('kind').notNull(),
    /** An email address, or the id of a push subscription. */
    recipient: text('recipient').notNull(),
    content: jsonb('content').notNull(),
    /**
     * `alert`: of doses that nobody answered, sent first; `word`: a quiet line about one dose;
     * `test`: what an administrator sends to themselves, tried once.
     */
    purpose: text('purpose'),
    /** The alert that it is a part of: one letter that arrives is enough for it. */
    alert: uuid('alert'),
    /** The dose that a quiet line is about: what is said of it later takes back what has not gone. */
    dose: text('dose'),
    createdAt: instant('created_at').notNull(),
    /** Of the version before: what it has put out is made a job. Goes with `attempts` and `outbox_due`. */
    tryAt: instant('try_at'),
    attempts: integer('attempts').notNull().default(0),
    sentAt: instant('sent_at'),
    /** Why the last attempt failed, without an address. */
    failure: text('failure'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    index('outbox_due').on(table.tryAt),
    index('outbox_by_account').on(table.accountId),
    index('outbox_by_age').on(table.createdAt),
    index('outbox_by_alert').on(table.alert).where(sql`alert is not null`),
    index('outbox_by_dose').on(table.accountId, table.dose).where(sql`dose is not null`),
    ownHouseholdOnly('account_id'),
  ],
);

/** The alerts of which no letter has gone yet; until then, and until somebody has seen them. */
export const unsentAlerts = pgTable(
  'unsent_alerts',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    createdAt: instant('created_at').notNull(),
    /** Which doses it was about: medication, date, time, and the name of then. */
    doses: jsonb('doses').notNull(),
    /** Doses of longer ago, which an alert only counts. */
    older: integer('older').notNull(),
    seenAt: instant('seen_at'),
    /** As they were called then. */
    seenBy: text('seen_by'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    index('unsent_alerts_newest').on(table.accountId, table.createdAt),
    ownHouseholdOnly('account_id'),
  ],
);

/** The letters of the test alerts that administrators send to themselves. */
export const alertTests = pgTable(
  'alert_tests',
  {
    /** The letter in the outbox. */
    id: uuid('id').notNull(),
    accountId: accountId(),
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the token in the letter's link, hexadecimal. */
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When its link was opened. */
    receivedAt: instant('received_at'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    unique().on(table.tokenHash, table.accountId),
    index('alert_tests_by_user').on(table.userId, table.createdAt),
    index('alert_tests_by_account').on(table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);

/** The last time that somebody of the family tried the alarm on a device, from afar. */
export const alarmTests = pgTable(
  'alarm_tests',
  {
    sessionId: uuid('session_id').notNull(),
    id: uuid('id').notNull(),
    accountId: accountId(),
    /** Whose device it is. */
    userId: uuid('user_id').notNull(),
    /** By the first name of then. */
    askedBy: text('asked_by').notNull(),
    askedAt: instant('asked_at').notNull(),
    answeredAt: instant('answered_at'),
    /** What the device said: `sounded`, `blocked` or `reminder`. */
    outcome: text('outcome'),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.accountId] }),
    unique().on(table.id, table.accountId),
    index('alarm_tests_by_account').on(table.accountId),
    withinHousehold(table.sessionId, table.accountId, sessions).onDelete('cascade'),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);

/** A browser that an administrator wants to be alerted in. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    userId: uuid('user_id').notNull(),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    // A browser belongs to the person who subscribed in it last, in each of their households.
    uniqueIndex('push_subscriptions_once').on(table.endpoint, table.userId, table.accountId),
    index('push_subscriptions_by_user').on(table.userId),
    index('push_subscriptions_by_account').on(table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);

/** How a tablet was, minute by minute; only the last two hours are kept. */
export const heartbeats = pgTable(
  'heartbeats',
  {
    sessionId: uuid('session_id').notNull(),
    at: instant('at').notNull(),
    accountId: accountId(),
    /** The page could be seen: not covered, not behind another app, the screen not off. */
    visible: boolean('visible').notNull(),
    soundReady: boolean('sound_ready').notNull(),
    /** How far the tablet's own clock is ahead of the server's. */
    clockSkewMs: integer('clock_skew_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.at, table.accountId] }),
    index('heartbeats_by_account').on(table.accountId, table.at),
    index('heartbeats_oldest').on(table.at),
    withinHousehold(table.sessionId, table.accountId, sessions).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);

/** Keys that the server makes for itself at its first start, shared by all its processes. */
export const serverKeys = pgTable('server_keys', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
}).enableRLS();
