import { sql } from 'drizzle-orm';
import { index, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, withinHousehold } from './columns.ts';
import { householdRow, householdTable, identifiedTable, users } from './households.ts';

/** Escalation policy of a household. Without a row all administrators are alerted at once. */
export const alertOrders = householdRow('alert_orders', (t) => ({
  /** Minutes until an alert that no person has acknowledged goes to the next step. */
  waitMinutes: t.integer('wait_minutes').notNull(),
  /** Minutes after which the person who acknowledged an alert is asked whether it is still open. */
  askAgainMinutes: t.integer('ask_again_minutes').notNull(),
  /** True if people of the last step are alerted even during their quiet hours. */
  lastIgnoresQuiet: t.boolean('last_ignores_quiet').notNull(),
}));

/**
 * Step and quiet hours of an administrator. An administrator without a row belongs to the last
 * step.
 */
export const alertPlaces = householdTable(
  'alert_places',
  ['userId', 'accountId'],
  (t) => ({
    userId: t.uuid('user_id').notNull(),
    /** Starts at 1; administrators of one step are alerted together. */
    step: t.integer('step').notNull(),
    /** Quiet hours in the household's local time; both are set or both are null. */
    quietFrom: t.text('quiet_from'),
    quietUntil: t.text('quiet_until'),
  }),
  (table) => [
    index('alert_places_by_account').on(table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

/** A dose of an alert, copied when the alert was created. */
export interface StoredAlertDose {
  readonly medicationId: string;
  readonly localDate: string;
  readonly time: string;
  readonly name: string;
  readonly dosage: string;
  /** The elder's first name; empty if the elder is unknown. */
  readonly elder: string;
  readonly scheduledTime: string;
  /** A sentence about the state of the tablet at that time. */
  readonly tablet: string;
  /** True if the dose has been answered while other doses of the alert have not. */
  readonly isAnswered?: boolean;
}

/** Alerts of overdue doses with their escalation state and assignee. */
export const alerts = identifiedTable(
  'alerts',
  (t) => ({
    /** The id of the alert, to which its messages refer. */
    id: t.uuid('id').notNull(),
    createdAt: instant('created_at').notNull(),
    doses: t.jsonb('doses').$type<readonly StoredAlertDose[]>().notNull(),
    /** Number of older doses, which the alert does not list. */
    older: t.integer('older').notNull(),
    /** Escalation round. A new round begins when the assignee releases the alert. */
    round: t.integer('round').notNull(),
    roundAt: instant('round_at').notNull(),
    /** Reason for this round, as a sentence; empty in the first round. */
    roundReason: t.text('round_reason').notNull().default(''),
    /** Assignee of the previous round, who is not alerted again in this round. */
    withoutUser: t.uuid('without_user'),
    /** Current step, and when its people were alerted. */
    step: t.integer('step').notNull(),
    stepAt: instant('step_at'),
    /** The assignee and their name. After the person is removed, only `takenAt` remains. */
    takenBy: t.uuid('taken_by'),
    takenByName: t.text('taken_by_name'),
    takenAt: instant('taken_at'),
    /**
     * When the assignee was last asked whether the alert is still open, and when they last
     * confirmed it.
     */
    askedAt: instant('asked_at'),
    confirmedAt: instant('confirmed_at'),
    /** Time of the next automatic action. */
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

/**
 * Notifications of an alert: at most one for each person and round, with the link that acknowledges
 * the alert.
 */
export const alertTellings = householdTable(
  'alert_tellings',
  ['alertId', 'round', 'userId', 'accountId'],
  (t) => ({
    alertId: t.uuid('alert_id').notNull(),
    round: t.integer('round').notNull(),
    userId: t.uuid('user_id').notNull(),
    at: instant('at').notNull(),
    /** True if an email was enqueued. `browsers` is the number of browsers notified. */
    byEmail: t.boolean('by_email').notNull(),
    browsers: t.integer('browsers').notNull(),
    /** SHA-256 of the token in the link, hexadecimal. */
    tokenHash: t.text('token_hash').notNull(),
    /**
     * Time when the alert was acknowledged by the link. After that, the link only shows the alert.
     */
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
