import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, withinHousehold } from './ground.ts';
import { accountId, householdKey, users } from './households.ts';

/** How a household's alerts go from one administrator to the next; without a row all at once. */
export const alertOrders = pgTable(
  'alert_orders',
  {
    accountId: householdKey(),
    /** After so many minutes without anybody who has it an alert goes to the next. */
    waitMinutes: integer('wait_minutes').notNull(),
    /** Whoever has an alert is asked after so many minutes whether it is still open. */
    askAgainMinutes: integer('ask_again_minutes').notNull(),
    /** The last ones are alerted in their quiet hours too. */
    lastIgnoresQuiet: boolean('last_ignores_quiet').notNull(),
  },
  () => [ownHouseholdOnly('account_id')],
);

/** Where an administrator stands in that order; one without a row is alerted with the last ones. */
export const alertPlaces = pgTable(
  'alert_places',
  {
    userId: uuid('user_id').notNull(),
    accountId: accountId(),
    /** From 1; those of one number are alerted together. */
    step: integer('step').notNull(),
    /** Quiet hours, by the household's wall clock; both or neither. */
    quietFrom: text('quiet_from'),
    quietUntil: text('quiet_until'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.accountId] }),
    index('alert_places_by_account').on(table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);

/** What an alert was about, as it was then. */
export interface StoredAlertDose {
  readonly medicationId: string;
  readonly localDate: string;
  readonly time: string;
  readonly name: string;
  readonly dosage: string;
  /** The elder's first name; empty when it is not known which. */
  readonly elder: string;
  readonly scheduledTime: string;
  /** How the tablet was meanwhile, in a sentence. */
  readonly tablet: string;
  /** Somebody has answered it, while others of the alert still wait. */
  readonly isAnswered?: boolean;
}

/** Alerts of overdue doses: how far each has come, and who has it. */
export const alerts = pgTable(
  'alerts',
  {
    /** The same as its letters name. */
    id: uuid('id').notNull(),
    accountId: accountId(),
    createdAt: instant('created_at').notNull(),
    doses: jsonb('doses').$type<readonly StoredAlertDose[]>().notNull(),
    /** Doses of longer ago, which an alert only counts. */
    older: integer('older').notNull(),
    /** It goes through the steps in rounds; a new one begins when nobody has it any more. */
    round: integer('round').notNull(),
    roundAt: instant('round_at').notNull(),
    /** Why this round began, in a sentence; empty in the first. */
    roundReason: text('round_reason').notNull().default(''),
    /** Had it in the round before. */
    withoutUser: uuid('without_user'),
    /** The step that it has come to, and when somebody was alerted last because of it. */
    step: integer('step').notNull(),
    stepAt: instant('step_at'),
    /** Who has it, and as they are called; the time alone of somebody who was removed. */
    takenBy: uuid('taken_by'),
    takenByName: text('taken_by_name'),
    takenAt: instant('taken_at'),
    /** When it was asked whether it is still open, and when they said last that they still have it. */
    askedAt: instant('asked_at'),
    confirmedAt: instant('confirmed_at'),
    /** When something happens by itself. */
    nextAt: instant('next_at'),
    closedAt: instant('closed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    index('alerts_next').on(table.nextAt, table.id).where(sql`closed_at is null`),
    index('alerts_by_account').on(table.accountId, table.createdAt),
    index('alerts_closed').on(table.closedAt),
    index('alerts_by_taker').on(table.takenBy),
    index('alerts_by_without').on(table.withoutUser),
    withinHousehold(table.withoutUser, table.accountId, users).onDelete('set null'),
    withinHousehold(table.takenBy, table.accountId, users).onDelete('set null'),
    ownHouseholdOnly('account_id'),
  ],
);

/** Who was told of an alert in which round, once each, and the link by which it is taken over. */
export const alertTellings = pgTable(
  'alert_tellings',
  {
    alertId: uuid('alert_id').notNull(),
    round: integer('round').notNull(),
    userId: uuid('user_id').notNull(),
    accountId: accountId(),
    at: instant('at').notNull(),
    /** Whether a letter was put out, and to how many browsers a notification. */
    byEmail: boolean('by_email').notNull(),
    browsers: integer('browsers').notNull(),
    /** SHA-256 of the token in the link, hexadecimal. */
    tokenHash: text('token_hash').notNull(),
    /** By it the alert was taken over: a second time it only tells. */
    usedAt: instant('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.alertId, table.round, table.userId, table.accountId] }),
    uniqueIndex('alert_tellings_by_token').on(table.tokenHash, table.accountId),
    index('alert_tellings_by_user').on(table.userId),
    index('alert_tellings_by_account').on(table.accountId),
    withinHousehold(table.alertId, table.accountId, alerts).onDelete('cascade'),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);
