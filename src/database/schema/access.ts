import { sql } from 'drizzle-orm';
import { index, pgTable, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, withinHousehold } from './columns.ts';
import { accountId, householdTable, identifiedTable, users } from './households.ts';

export const sessions = householdTable(
  'sessions',
  ['tokenHash', 'accountId'],
  (t) => ({
    /** SHA-256 of the cookie's token, hexadecimal. The token itself is not stored. */
    tokenHash: t.text('token_hash').notNull(),
    /** Id of the session that administrators see, who must not see the token. */
    id: t.uuid('id').notNull().defaultRandom(),
    userId: t.uuid('user_id').notNull(),
    deviceName: t.text('device_name').notNull(),
    /** Hash of the browser's device token, as in `knownDevices`; null if the browser has none. */
    deviceHash: t.text('device_hash'),
    /** The administrator whose pairing code started the session of a tablet; null if unknown. */
    setUpBy: t.uuid('set_up_by'),
    /** `person` (signed in with a password) or `tablet` (paired with a code). */
    kind: t.text('kind').notNull().default('person'),
    /** Last report of the tablet whether its browser allows sound; null before the first report. */
    soundReady: t.boolean('sound_ready'),
    /** Last reported time zone of the device's clock; null before the first report. */
    timezone: t.text('timezone'),
    /** Last report whether its page was visible. */
    visible: t.boolean('visible'),
    /** Whole minutes by which the device's clock was ahead of the server's. */
    clockSkewMinutes: t.integer('clock_skew_minutes'),
    /** Battery level; null if the browser does not report it. */
    batteryPercent: t.integer('battery_percent'),
    charging: t.boolean('charging'),
    /** True if the tablet has stored everything that it needs offline. */
    worksOffline: t.boolean('works_offline'),
    /** True if the device's own rules for the household's time zone differ from the server's. */
    zoneDataOutdated: t.boolean('zone_data_outdated'),
    /** The photo frame starts after this many minutes without a touch; null is off. */
    frameMinutes: t.integer('frame_minutes'),
    /** Seconds per photo in the photo frame; null uses the household's slideshow duration. */
    frameSeconds: t.integer('frame_seconds'),
    /**
     * Albums of the photo frame; null is all. No foreign key, because a deleted album may be
     * restored.
     */
    frameAlbumIds: t.uuid('frame_album_ids').array(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** Idle expiry, extended at most once a day. */
    expiresAt: instant('expires_at').notNull(),
    /** Absolute expiry, which no extension may exceed. */
    endsAt: instant('ends_at').notNull(),
    /** Last time the person entered their password in this session; null for a tablet. */
    confirmedAt: instant('confirmed_at'),
  }),
  (table) => [
    unique().on(table.id, table.accountId),
    index('sessions_by_user').on(table.userId),
    index('sessions_by_end').on(table.expiresAt),
    index('sessions_by_maker').on(table.setUpBy).where(sql`${table.setUpBy} is not null`),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    withinHousehold(table.setUpBy, table.accountId, users).onDelete('set null'),
  ],
);

/**
 * Browsers in which a person has signed in. Failed attempts in other browsers do not lock the
 * person out of these.
 */
export const knownDevices = householdTable(
  'known_devices',
  ['userId', 'tokenHash', 'accountId'],
  (t) => ({
    /**
     * SHA-256 of the cookie's token, hexadecimal. A shared browser has one token for all its
     * people.
     */
    tokenHash: t.text('token_hash').notNull(),
    userId: t.uuid('user_id').notNull(),
    signedInAt: instant('signed_in_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  }),
  (table) => [
    index('known_devices_by_token').on(table.tokenHash),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

export const throttles = pgTable('throttles', (t) => ({
  key: t.text('key').primaryKey(),
  failures: t.integer('failures').notNull(),
  lastFailureAt: instant('last_failure_at').notNull(),
})).enableRLS();

export const invitations = identifiedTable(
  'invitations',
  (t) => ({
    /** SHA-256 of the link's token, hexadecimal. */
    tokenHash: t.text('token_hash').notNull(),
    email: t.text('email').notNull(),
    firstName: t.text('first_name').notNull(),
    lastName: t.text('last_name').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /**
     * When a mail server accepted the email with this link; null if the link was passed on by hand.
     */
    mailedAt: instant('mailed_at'),
    /** The administrator who sent the current link; null if unknown. */
    sentBy: t.uuid('sent_by'),
  }),
  (table) => [
    unique().on(table.tokenHash, table.accountId),
    index('invitations_by_account').on(table.accountId),
    withinHousehold(table.sentBy, table.accountId, users).onDelete('set null'),
  ],
);

export const pairingCodes = pgTable(
  'pairing_codes',
  (t) => ({
    /**
     * SHA-256 of the code, hexadecimal. A code is short enough to be typed, so two households could
     * get the same one; the primary key prevents that.
     */
    codeHash: t.text('code_hash').primaryKey(),
    accountId: accountId(),
    userId: t.uuid('user_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The administrator who made the code; removing them deletes it. Null if unknown. */
    madeBy: t.uuid('made_by'),
  }),
  (table) => [
    uniqueIndex('pairing_codes_one_each').on(table.userId, table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    withinHousehold(table.madeBy, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);

export const passwordResets = householdTable(
  'password_resets',
  ['tokenHash', 'accountId'],
  (t) => ({
    tokenHash: t.text('token_hash').notNull(),
    userId: t.uuid('user_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The recipient of the email; null if the operator passes the link on. */
    mailedTo: t.text('mailed_to'),
  }),
  (table) => [
    uniqueIndex('password_resets_one_each').on(table.userId, table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

/**
 * Single-use links that confirm an email address: the current one of the person, or a new one that
 * replaces it when it is confirmed.
 */
export const emailConfirmations = householdTable(
  'email_confirmations',
  ['tokenHash', 'accountId'],
  (t) => ({
    /** SHA-256 of the link's token, hexadecimal. */
    tokenHash: t.text('token_hash').notNull(),
    userId: t.uuid('user_id').notNull(),
    /** The link confirms only this address. */
    email: t.text('email').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When a mail server accepted the email with the link; null until then. */
    mailedAt: instant('mailed_at'),
    /** SHA-256 of the token that cancels the change to a new email; null for the current email. */
    cancelTokenHash: t.text('cancel_token_hash'),
  }),
  (table) => [
    index('email_confirmations_by_cancel_token')
      .on(table.cancelTokenHash)
      .where(sql`${table.cancelTokenHash} is not null`),
    uniqueIndex('email_confirmations_one_each').on(table.userId, table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

/**
 * Single-use tickets for the download of a household's data, issued after the person has entered
 * their password.
 */
export const exportTickets = householdTable(
  'export_tickets',
  ['ticketHash', 'accountId'],
  (t) => ({
    /** SHA-256 of the ticket, hexadecimal. */
    ticketHash: t.text('ticket_hash').notNull(),
    userId: t.uuid('user_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
  }),
  (table) => [
    uniqueIndex('export_tickets_one_each').on(table.userId, table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);
