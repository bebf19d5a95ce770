import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  pgPolicy,
  pgRole,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/**
 * The role that a household's transactions run under. Row-level security binds it; the owner of
 * the tables, who signs people in and migrates, is not bound.
 */
export const household = pgRole('grand_household').existing();

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The second wall: a row is seen and written only by the household the transaction is set to. */
function ownHouseholdOnly(column: string) {
  const own = sql.raw(`${column} = nullif(current_setting('app.account_id', true), '')::uuid`);
  return pgPolicy('own_household_only', { for: 'all', to: household, using: own, withCheck: own });
}

const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    /** Readable, unique, not guessable in sequence: GA-104823. Shown as Customer ID. */
    accountNumber: text('account_number').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  () => [ownHouseholdOnly('id')],
);

export const subscriptions = pgTable(
  'subscriptions',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    plan: text('plan').notNull(),
    status: text('status').notNull(),
    /** The end of what is paid; an active built-in subscription renews itself past it. */
    endsAt: instant('ends_at').notNull(),
  },
  () => [ownHouseholdOnly('account_id')],
);

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    role: text('role').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** Trimmed and in lower case; an elder may have none. */
    email: text('email').unique(),
    passwordHash: text('password_hash'),
    phone: text('phone'),
    address1: text('address1'),
    address2: text('address2'),
    city: text('city'),
    state: text('state'),
    postalCode: text('postal_code'),
    country: text('country'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('users_by_account').on(table.accountId), ownHouseholdOnly('account_id')],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, hexadecimal: the token itself is stored nowhere. */
    tokenHash: text('token_hash').primaryKey(),
    /** What an administrator names it by, who must not know the token. */
    id: uuid('id').notNull().defaultRandom().unique(),
    accountId: accountId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceName: text('device_name').notNull(),
    /** `person` (signed in with a password) or `tablet` (paired with a code). */
    kind: text('kind').notNull().default('person'),
    /** Whether the tablet may sound, as it said last; null until it has said so. */
    soundReady: boolean('sound_ready'),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** Idle end, moved on at most once a day. */
    expiresAt: instant('expires_at').notNull(),
    /** The last moment that any extension may reach. */
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    index('sessions_by_user').on(table.userId),
    index('sessions_by_end').on(table.expiresAt),
    ownHouseholdOnly('account_id'),
  ],
);

/** Failures of sign-in and the like, by address and by email; outlives a restart. */
export const throttles = pgTable('throttles', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  lastFailureAt: instant('last_failure_at').notNull(),
}).enableRLS();

export const settings = pgTable(
  'settings',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    appName: text('app_name').notNull(),
    timezone: text('timezone').notNull(),
    defaultCity: text('default_city').notNull(),
    defaultState: text('default_state').notNull(),
    defaultPostalCode: text('default_postal_code').notNull(),
    defaultCountry: text('default_country').notNull(),
    temperatureUnit: text('temperature_unit').notNull(),
    requireLongPress: boolean('require_long_press').notNull(),
    medicationAlarmEnabled: boolean('medication_alarm_enabled').notNull(),
    alarmRepeatMinutes: integer('alarm_repeat_minutes').notNull(),
    googleMeetRoomUrl: text('google_meet_room_url').notNull(),
    voiceGuidanceEnabled: boolean('voice_guidance_enabled').notNull(),
    autoplayEnabled: boolean('autoplay_enabled').notNull(),
    photoVoiceGuidanceEnabled: boolean('photo_voice_guidance_enabled').notNull(),
    defaultToSlideshow: boolean('default_to_slideshow').notNull(),
    slideshowDisplayDuration: integer('slideshow_display_duration').notNull(),
  },
  () => [ownHouseholdOnly('account_id')],
);

export const homeButtons = pgTable(
  'home_buttons',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    buttonKey: text('button_key').notNull(),
    label: text('label').notNull(),
    icon: text('icon').notNull(),
    route: text('route').notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    order: integer('order').notNull(),
  },
  (table) => [
    uniqueIndex('home_buttons_one_of_each').on(table.accountId, table.buttonKey),
    ownHouseholdOnly('account_id'),
  ],
);

export const medications = pgTable(
  'medications',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    /** The elder it is for; null is the household's elder, whoever that is ('system' on the wire). */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    dosage: text('dosage').notNull(),
    frequency: text('frequency').notNull(),
    times: text('times').array().notNull(),
    startDate: date('start_date', { mode: 'string' }).notNull(),
    endDate: date('end_date', { mode: 'string' }),
    instructions: text('instructions').notNull(),
    pillImageUrl: text('pill_image_url'),
    isActive: boolean('is_active').notNull(),
    reminderEnabled: boolean('reminder_enabled').notNull(),
    soundEnabled: boolean('sound_enabled').notNull(),
    createdAt: instant('created_at').notNull(),
    /** A deleted medication stays for its history. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [index('medications_by_account').on(table.accountId), ownHouseholdOnly('account_id')],
);

/** The standing log of a dose: at most one for each medication, local date and time. */
export const medicationLogs = pgTable(
  'medication_logs',
  {
    medicationId: uuid('medication_id')
      .notNull()
      .references(() => medications.id, { onDelete: 'cascade' }),
    localDate: date('local_date', { mode: 'string' }).notNull(),
    time: text('time').notNull(),
    id: uuid('id').notNull().unique(),
    accountId: accountId(),
    scheduledTime: instant('scheduled_time').notNull(),
    status: text('status').notNull(),
    notes: text('notes').notNull(),
    /** Taken more than 60 minutes after its time. */
    late: boolean('late').notNull(),
    loggedAt: instant('logged_at').notNull(),
    loggedBy: uuid('logged_by').references(() => users.id, { onDelete: 'set null' }),
    /** As they were when the dose was logged: later edits do not rewrite history. */
    medicationName: text('medication_name').notNull(),
    medicationDosage: text('medication_dosage').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.medicationId, table.localDate, table.time] }),
    index('medication_logs_newest').on(table.accountId, table.loggedAt),
    ownHouseholdOnly('account_id'),
  ],
);

/** Every attempt to log a dose: who, what, when, from which device. Only ever added to. */
export const medicationLogAttempts = pgTable(
  'medication_log_attempts',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    medicationLogId: uuid('medication_log_id')
      .notNull()
      .references(() => medicationLogs.id, { onDelete: 'cascade' }),
    status: text('status').notNull(),
    notes: text('notes').notNull(),
    at: instant('at').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    deviceName: text('device_name').notNull(),
    idempotencyKey: text('idempotency_key'),
  },
  (table) => [
    index('medication_log_attempts_by_log').on(table.medicationLogId),
    uniqueIndex('medication_log_attempts_once').on(table.accountId, table.idempotencyKey),
    ownHouseholdOnly('account_id'),
  ],
);

/** An invitation to become an administrator; its link works once. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    /** SHA-256 of the link's token, hexadecimal. */
    tokenHash: text('token_hash').notNull().unique(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('invitations_by_account').on(table.accountId), ownHouseholdOnly('account_id')],
);

/** A code that signs a tablet in as an elder, once, within minutes. */
export const pairingCodes = pgTable(
  'pairing_codes',
  {
    /** SHA-256 of the code, hexadecimal. */
    codeHash: text('code_hash').primaryKey(),
    accountId: accountId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('pairing_codes_one_each').on(table.userId),
    ownHouseholdOnly('account_id'),
  ],
);

/** A link to choose a new password; it works once, within an hour. */
export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    accountId: accountId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('password_resets_one_each').on(table.userId),
    ownHouseholdOnly('account_id'),
  ],
);

/** Who did what, when, from where. Only ever added to. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    at: instant('at').notNull(),
    /** Such as `signed-in` or `medication-changed`; the words are the audit feature's. */
    action: text('action').notNull(),
    /** Null when nobody was signed in, or the person has been removed since. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** As they were then: names stay readable when people have gone. */
    personName: text('person_name').notNull(),
    /** What it was about, in words a family reads; never a password, a token or an address. */
    subject: text('subject').notNull(),
    address: text('address').notNull(),
    deviceName: text('device_name').notNull(),
  },
  (table) => [
    index('audit_entries_newest').on(table.accountId, table.at),
    ownHouseholdOnly('account_id'),
  ],
);
