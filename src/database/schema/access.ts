import { sql } from 'drizzle-orm';
import { index, pgTable, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, withinHousehold } from './ground.ts';
import { accountId, householdTable, identifiedTable, users } from './households.ts';

export const sessions = householdTable(
  'sessions',
  ['tokenHash', 'accountId'],
  (t) => ({
    /** SHA-256 of the cookie's token, hexadecimal: the token itself is stored nowhere. */
    tokenHash: t.text('token_hash').notNull(),
    /** What an administrator names it by, who must not know the token. */
    id: t.uuid('id').notNull().defaultRandom(),
    userId: t.uuid('user_id').notNull(),
    deviceName: t.text('device_name').notNull(),
    /** Of the browser it was begun in, as `knownDevices` has it; null for those it has not. */
    deviceHash: t.text('device_hash'),
    /** The administrator whose pairing code started the session of a tablet; null where unknown. */
    setUpBy: t.uuid('set_up_by'),
    /** `person` (signed in with a password) or `tablet` (paired with a code). */
    kind: t.text('kind').notNull().default('person'),
    /** Whether the tablet may sound, as it said last; null until it has said so. */
    soundReady: t.boolean('sound_ready'),
    /** The zone of the device's own clock, as it said last; null until it has said so. */
    timezone: t.text('timezone'),
    /** Whether its page could be seen, as it said last. */
    visible: t.boolean('visible'),
    /** How far its own clock was ahead of the server's, in whole minutes. */
    clockSkewMinutes: t.integer('clock_skew_minutes'),
    /** How full its battery is; null where its browser does not say. */
    batteryPercent: t.integer('battery_percent'),
    charging: t.boolean('charging'),
    /** Whether it has at hand what it needs to go on without a network. */
    worksOffline: t.boolean('works_offline'),
    /** Whether its own data of the household's time zone differ from the server's. */
    zoneDataOutdated: t.boolean('zone_data_outdated'),
    /** The photo frame starts after this many minutes without a touch; null is off. */
    frameMinutes: t.integer('frame_minutes'),
    /** Seconds per photo of the frame; null is the household's slideshow duration. */
    frameSeconds: t.integer('frame_seconds'),
    /** Albums of the frame; null is all. There is no foreign key: a deleted album may be restored. */
    frameAlbumIds: t.uuid('frame_album_ids').array(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** Idle end, moved on at most once a day. */
    expiresAt: instant('expires_at').notNull(),
    /** The last moment that any extension may reach. */
    endsAt: instant('ends_at').notNull(),
    /** When the person last gave their password in this session; null for a tablet. */
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

/** Browsers at which a person has signed in: what others get wrong keeps nobody out at them. */
export const knownDevices = householdTable(
  'known_devices',
  ['userId', 'tokenHash', 'accountId'],
  (t) => ({
    /** SHA-256 of the cookie's token, hexadecimal. A browser that a family shares has one token. */
    tokenHash: t.text('token_hash').notNull(),
    userId: t.uuid('user_id').notNull(),
    /** The last sign-in. */
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
    /** When a mail server took the letter with this link; null where the link was passed on by hand. */
    mailedAt: instant('mailed_at'),
    /** The administrator who sent the present link; null where unknown. */
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
     * SHA-256 of the code, hexadecimal. A code is short enough to be typed: that no two households have
     * the same one is this key's doing, and not chance's.
     */
    codeHash: t.text('code_hash').primaryKey(),
    accountId: accountId(),
    userId: t.uuid('user_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The administrator who made the code, which ends when they are removed; null where unknown. */
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
    /** The email that it was sent to; null where the operator passes it on. */
    mailedTo: t.text('mailed_to'),
  }),
  (table) => [
    uniqueIndex('password_resets_one_each').on(table.userId, table.accountId),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

/**
 * Links that confirm an email, once. The email is the present one of the person, or a new one that
 * replaces it when it is confirmed.
 */
export const emailConfirmations = householdTable(
  'email_confirmations',
  ['tokenHash', 'accountId'],
  (t) => ({
    /** SHA-256 of the link's token, hexadecimal. */
    tokenHash: t.text('token_hash').notNull(),
    userId: t.uuid('user_id').notNull(),
    /** It proves no other one. */
    email: t.text('email').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When a mail server accepted the email with the link; null until then. */
    mailedAt: instant('mailed_at'),
    /** SHA-256 of the token that cancels the change to a new email; null for the present email. */
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

/** What leads once to the download of a household, for somebody who has just given their password. */
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
