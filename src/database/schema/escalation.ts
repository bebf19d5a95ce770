import { sql } from 'drizzle-orm';
import { index, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, withinHousehold } from './ground.ts';
import { householdRow, householdTable, identifiedTable, users } from './households.ts';

/** How a household's alerts go from one administrator to the next; without a row all at once. */
export const alertOrders = householdRow('alert_orders', (t) => ({
  /** After so many minutes without anybody who has it an alert goes to the next. */
  waitMinutes: t.integer('wait_minutes').notNull(),
  /** Whoever has an alert is asked after so many minutes whether it is still open. */
  askAgainMinutes: t.integer('ask_again_minutes').notNull(),
  /** The last ones are alerted in their quiet hours too. */
  lastIgnoresQuiet: t.boolean('last_ignores_quiet').notNull(),
}));

/** Where an administrator stands in that order; one without a row is alerted with the last ones. */
export const alertPlaces = householdTable(
  'alert_places',
  ['userId', 'accountId'],
  (t) => ({
    userId: t.uuid('user_id').notNull(),
    /** From 1; those of one number are alerted together. */
    step: t.integer('step').notNull(),
    /** Quiet hours, by the household's wall clock; both or neither. */
    quietFrom: t.text('quiet_from'),
    quietUntil: t.text('quiet_until'),
  }),
  (table) => [
    index('alert_places_by_account').on(table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
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
export const alerts = identifiedTable(
  'alerts',
  (t) => ({
    /** The same as its letters name. */
    id: t.uuid('id').notNull(),
    createdAt: instant('created_at').notNull(),
    doses: t.jsonb('doses').$type<readonly StoredAlertDose[]>().notNull(),
    /** Doses of longer ago, which an alert only counts. */
    older: t.integer('older').notNull(),
    /** It goes through the steps in rounds; a new one begins when nobody has it any more. */
    round: t.integer('round').notNull(),
    roundAt: instant('round_at').notNull(),
    /** Why this round began, in a sentence; empty in the first. */
    roundReason: t.text('round_reason').notNull().default(''),
    /** Had it in the round before. */
    withoutUser: t.uuid('without_user'),
    /** The step that it has come to, and when somebody was alerted last because of it. */
    step: t.integer('step').notNull(),
    stepAt: instant('step_at'),
    /** Who has it, and as they are called; the time alone of somebody who was removed. */
    takenBy: t.uuid('taken_by'),
    takenByName: t.text('taken_by_name'),
    takenAt: instant('taken_at'),
    /** When it was asked whether it is still open, and when they said last that they still have it. */
    askedAt: instant('asked_at'),
    confirmedAt: instant('confirmed_at'),
    /** When something happens by itself. */
    nextAt: instant('next_at'),
    closedAt: instant('closed_at'),
  }),
  (table) => [
    index('alerts_next').on(table.nextAt, table.id).where(sql`closed_at is null`),
    index('alerts_by_account').on(table.accountId, table.createdAt),
    index('alerts_closed').on(table.closedAt),
    index('alerts_by_taker').on(table.takenBy),
    index('alerts_by_without').on(table.withoutUser),
    withinHousehold(table.withoutUser, table.accountId, users).onDelete('set null'),
    withinHousehold(table.takenBy, table.accountId, users).onDelete('set null'),
  ],
);

/** Who was told of an alert in which round, once each, and the link by which it is taken over. */
export const alertTellings = householdTable(
  'alert_tellings',
  ['alertId', 'round', 'userId', 'accountId'],
  (t) => ({
    alertId: t.uuid('alert_id').notNull(),
    round: t.integer('round').notNull(),
    userId: t.uuid('user_id').notNull(),
    at: instant('at').notNull(),
    /** Whether a letter was put out, and to how many browsers a notification. */
    byEmail: t.boolean('by_email').notNull(),
    browsers: t.integer('browsers').notNull(),
    /** SHA-256 of the token in the link, hexadecimal. */
    tokenHash: t.text('token_hash').notNull(),
    /** By it the alert was taken over: a second time it only tells. */
    usedAt: instant('used_at'),
  }),
  (table) => [
    uniqueIndex('alert_tellings_by_token').on(table.tokenHash, table.accountId),
    index('alert_tellings_by_user').on(table.userId),
    index('alert_tellings_by_account').on(table.accountId),
    withinHousehold(table.alertId, table.accountId, alerts).onDelete('cascade'),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);
