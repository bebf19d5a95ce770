-- Every key of a household's table contains the household, and so does every reference to one: a row can
-- be under no other household's row, and the tables can be distributed by `account_id` (Citus' rule).
-- The id comes first where there is one, so that what is looked up by it alone finds the same index.
--
-- All of these tables are locked (ACCESS EXCLUSIVE) until the end. Servers of the version before go on
-- answering meanwhile: each lock is waited for 300 ms at most, and then all of them are let go for 200,
-- so that nobody is held up, or ended by a deadlock, before there is something to do.
DO $$
DECLARE
  before text := current_setting('lock_timeout');
BEGIN
  LOOP
    BEGIN
      PERFORM set_config('lock_timeout', '300ms', true);
      LOCK TABLE
        accessibility_preferences, alarm_tests, alert_places, alert_tellings, alert_tests,
        alerts, analytics_events, announcements, asked_measures, audit_entries, away_periods,
        bin, calendar_events, calendar_feeds, content, day_notes, doctor_links, dose_alerts,
        email_confirmations, export_tickets, fitting_requests, heartbeats, home_buttons,
        invitations, known_devices, measure_values, medication_log_attempts, medication_logs,
        medication_stocks, medications, outbox, pairing_codes, password_resets, photo_albums,
        photo_looks, photo_uploads, photos, push_subscriptions, sessions, stock_entries,
        unsent_alerts, users
        IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.2);
    END;
  END LOOP;
  PERFORM set_config('lock_timeout', before, true);
END
$$;--> statement-breakpoint
ALTER TABLE "accessibility_preferences"
  DROP CONSTRAINT "accessibility_preferences_user_id_users_id_fk",
  DROP CONSTRAINT "accessibility_preferences_pkey",
  ADD CONSTRAINT "accessibility_preferences_user_id_account_id_pk" PRIMARY KEY ("user_id", "account_id");--> statement-breakpoint
ALTER TABLE "alarm_tests"
  DROP CONSTRAINT "alarm_tests_session_id_sessions_id_fk",
  DROP CONSTRAINT "alarm_tests_user_id_users_id_fk",
  DROP CONSTRAINT "alarm_tests_id_unique",
  DROP CONSTRAINT "alarm_tests_pkey",
  ADD CONSTRAINT "alarm_tests_session_id_account_id_pk" PRIMARY KEY ("session_id", "account_id"),
  ADD CONSTRAINT "alarm_tests_id_account_id_unique" UNIQUE ("id", "account_id");--> statement-breakpoint
ALTER TABLE "alert_places"
  DROP CONSTRAINT "alert_places_user_id_users_id_fk",
  DROP CONSTRAINT "alert_places_pkey",
  ADD CONSTRAINT "alert_places_user_id_account_id_pk" PRIMARY KEY ("user_id", "account_id");--> statement-breakpoint
ALTER TABLE "alert_tellings"
  DROP CONSTRAINT "alert_tellings_alert_id_alerts_id_fk",
  DROP CONSTRAINT "alert_tellings_user_id_users_id_fk",
  DROP CONSTRAINT "alert_tellings_alert_id_round_user_id_pk",
  ADD CONSTRAINT "alert_tellings_alert_id_round_user_id_account_id_pk" PRIMARY KEY ("alert_id", "round", "user_id", "account_id");--> statement-breakpoint
ALTER TABLE "alert_tests"
  DROP CONSTRAINT "alert_tests_user_id_users_id_fk",
  DROP CONSTRAINT "alert_tests_token_hash_unique",
  DROP CONSTRAINT "alert_tests_pkey",
  ADD CONSTRAINT "alert_tests_id_account_id_pk" PRIMARY KEY ("id", "account_id"),
  ADD CONSTRAINT "alert_tests_token_hash_account_id_unique" UNIQUE ("token_hash", "account_id");--> statement-breakpoint
ALTER TABLE "analytics_events"
  DROP CONSTRAINT "analytics_events_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "announcements"
  DROP CONSTRAINT "announcements_pkey",
  ADD CONSTRAINT "announcements_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "asked_measures"
  DROP CONSTRAINT "asked_measures_user_id_users_id_fk",
  DROP CONSTRAINT "asked_measures_pkey",
  ADD CONSTRAINT "asked_measures_user_id_account_id_pk" PRIMARY KEY ("user_id", "account_id");--> statement-breakpoint
ALTER TABLE "audit_entries"
  DROP CONSTRAINT "audit_entries_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "away_periods"
  DROP CONSTRAINT "away_periods_user_id_users_id_fk",
  DROP CONSTRAINT "away_periods_pkey",
  ADD CONSTRAINT "away_periods_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "bin"
  DROP CONSTRAINT "bin_deleted_by_users_id_fk",
  DROP CONSTRAINT "bin_pkey",
  ADD CONSTRAINT "bin_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "calendar_events"
  DROP CONSTRAINT "calendar_events_user_id_users_id_fk",
  DROP CONSTRAINT "calendar_events_pkey",
  ADD CONSTRAINT "calendar_events_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "calendar_feeds"
  DROP CONSTRAINT "calendar_feeds_made_by_users_id_fk",
  DROP CONSTRAINT "calendar_feeds_secret_hash_unique",
  ADD CONSTRAINT "calendar_feeds_secret_hash_account_id_unique" UNIQUE ("secret_hash", "account_id");--> statement-breakpoint
ALTER TABLE "content"
  DROP CONSTRAINT "content_pkey",
  ADD CONSTRAINT "content_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "day_notes"
  DROP CONSTRAINT "day_notes_user_id_users_id_fk",
  DROP CONSTRAINT "day_notes_pkey",
  ADD CONSTRAINT "day_notes_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "doctor_links"
  DROP CONSTRAINT "doctor_links_user_id_users_id_fk",
  DROP CONSTRAINT "doctor_links_made_by_users_id_fk",
  DROP CONSTRAINT "doctor_links_token_hash_unique",
  DROP CONSTRAINT "doctor_links_pkey",
  ADD CONSTRAINT "doctor_links_id_account_id_pk" PRIMARY KEY ("id", "account_id"),
  ADD CONSTRAINT "doctor_links_token_hash_account_id_unique" UNIQUE ("token_hash", "account_id");--> statement-breakpoint
ALTER TABLE "dose_alerts"
  DROP CONSTRAINT "dose_alerts_medication_id_medications_id_fk",
  DROP CONSTRAINT "dose_alerts_medication_id_local_date_time_pk",
  ADD CONSTRAINT "dose_alerts_medication_id_local_date_time_account_id_pk" PRIMARY KEY ("medication_id", "local_date", "time", "account_id");--> statement-breakpoint
ALTER TABLE "email_confirmations"
  DROP CONSTRAINT "email_confirmations_user_id_users_id_fk",
  DROP CONSTRAINT "email_confirmations_pkey",
  ADD CONSTRAINT "email_confirmations_token_hash_account_id_pk" PRIMARY KEY ("token_hash", "account_id");--> statement-breakpoint
ALTER TABLE "export_tickets"
  DROP CONSTRAINT "export_tickets_user_id_users_id_fk",
  DROP CONSTRAINT "export_tickets_pkey",
  ADD CONSTRAINT "export_tickets_ticket_hash_account_id_pk" PRIMARY KEY ("ticket_hash", "account_id");--> statement-breakpoint
ALTER TABLE "fitting_requests"
  DROP CONSTRAINT "fitting_requests_session_id_sessions_id_fk",
  DROP CONSTRAINT "fitting_requests_user_id_users_id_fk",
  DROP CONSTRAINT "fitting_requests_id_unique",
  DROP CONSTRAINT "fitting_requests_pkey",
  ADD CONSTRAINT "fitting_requests_session_id_account_id_pk" PRIMARY KEY ("session_id", "account_id"),
  ADD CONSTRAINT "fitting_requests_id_account_id_unique" UNIQUE ("id", "account_id");--> statement-breakpoint
ALTER TABLE "heartbeats"
  DROP CONSTRAINT "heartbeats_session_id_sessions_id_fk",
  DROP CONSTRAINT "heartbeats_session_id_at_pk",
  ADD CONSTRAINT "heartbeats_session_id_at_account_id_pk" PRIMARY KEY ("session_id", "at", "account_id");--> statement-breakpoint
ALTER TABLE "home_buttons"
  DROP CONSTRAINT "home_buttons_pkey",
  ADD CONSTRAINT "home_buttons_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "invitations"
  DROP CONSTRAINT "invitations_token_hash_unique",
  DROP CONSTRAINT "invitations_pkey",
  ADD CONSTRAINT "invitations_id_account_id_pk" PRIMARY KEY ("id", "account_id"),
  ADD CONSTRAINT "invitations_token_hash_account_id_unique" UNIQUE ("token_hash", "account_id");--> statement-breakpoint
ALTER TABLE "known_devices"
  DROP CONSTRAINT "known_devices_user_id_users_id_fk",
  DROP CONSTRAINT "known_devices_user_id_token_hash_pk",
  ADD CONSTRAINT "known_devices_user_id_token_hash_account_id_pk" PRIMARY KEY ("user_id", "token_hash", "account_id");--> statement-breakpoint
ALTER TABLE "measure_values"
  DROP CONSTRAINT "measure_values_user_id_users_id_fk",
  DROP CONSTRAINT "measure_values_pkey",
  ADD CONSTRAINT "measure_values_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "medication_log_attempts"
  DROP CONSTRAINT "medication_log_attempts_medication_log_id_medication_logs_id_fk",
  DROP CONSTRAINT "medication_log_attempts_user_id_users_id_fk",
  DROP CONSTRAINT "medication_log_attempts_pkey",
  ADD CONSTRAINT "medication_log_attempts_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "medication_stocks"
  DROP CONSTRAINT "medication_stocks_medication_id_medications_id_fk",
  DROP CONSTRAINT "medication_stocks_pkey",
  ADD CONSTRAINT "medication_stocks_medication_id_account_id_pk" PRIMARY KEY ("medication_id", "account_id");--> statement-breakpoint
ALTER TABLE "outbox"
  DROP CONSTRAINT "outbox_pkey",
  ADD CONSTRAINT "outbox_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "pairing_codes"
  DROP CONSTRAINT "pairing_codes_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "password_resets"
  DROP CONSTRAINT "password_resets_user_id_users_id_fk",
  DROP CONSTRAINT "password_resets_pkey",
  ADD CONSTRAINT "password_resets_token_hash_account_id_pk" PRIMARY KEY ("token_hash", "account_id");--> statement-breakpoint
ALTER TABLE "photo_looks"
  DROP CONSTRAINT "photo_looks_user_id_users_id_fk",
  DROP CONSTRAINT "photo_looks_user_id_pk",
  ADD CONSTRAINT "photo_looks_user_id_account_id_pk" PRIMARY KEY ("user_id", "account_id");--> statement-breakpoint
ALTER TABLE "photo_uploads"
  DROP CONSTRAINT "photo_uploads_album_id_photo_albums_id_fk";--> statement-breakpoint
ALTER TABLE "photos"
  DROP CONSTRAINT "photos_album_id_photo_albums_id_fk",
  DROP CONSTRAINT "photos_pkey",
  ADD CONSTRAINT "photos_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "push_subscriptions"
  DROP CONSTRAINT "push_subscriptions_user_id_users_id_fk",
  DROP CONSTRAINT "push_subscriptions_pkey",
  ADD CONSTRAINT "push_subscriptions_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "stock_entries"
  DROP CONSTRAINT "stock_entries_medication_id_medications_id_fk",
  DROP CONSTRAINT "stock_entries_pkey",
  ADD CONSTRAINT "stock_entries_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "unsent_alerts"
  DROP CONSTRAINT "unsent_alerts_pkey",
  ADD CONSTRAINT "unsent_alerts_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "photo_albums"
  DROP CONSTRAINT "photo_albums_pkey",
  ADD CONSTRAINT "photo_albums_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "alerts"
  DROP CONSTRAINT "alerts_without_user_users_id_fk",
  DROP CONSTRAINT "alerts_taken_by_users_id_fk",
  DROP CONSTRAINT "alerts_pkey",
  ADD CONSTRAINT "alerts_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
-- Where a dose was said to be taken, in its log: what alone was said of a dose is no attempt beside it.
ALTER TABLE "medication_logs"
  ADD COLUMN "device_name" text,
  DROP CONSTRAINT "medication_logs_medication_id_medications_id_fk",
  DROP CONSTRAINT "medication_logs_logged_by_users_id_fk",
  DROP CONSTRAINT "medication_logs_id_unique",
  DROP CONSTRAINT "medication_logs_medication_id_local_date_time_pk",
  ADD CONSTRAINT "medication_logs_medication_id_local_date_time_account_id_pk" PRIMARY KEY ("medication_id", "local_date", "time", "account_id"),
  ADD CONSTRAINT "medication_logs_id_account_id_unique" UNIQUE ("id", "account_id");--> statement-breakpoint
ALTER TABLE "medications"
  DROP CONSTRAINT "medications_user_id_users_id_fk",
  DROP CONSTRAINT "medications_pkey",
  ADD CONSTRAINT "medications_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER TABLE "sessions"
  DROP CONSTRAINT "sessions_user_id_users_id_fk",
  DROP CONSTRAINT "sessions_id_unique",
  DROP CONSTRAINT "sessions_pkey",
  ADD CONSTRAINT "sessions_token_hash_account_id_pk" PRIMARY KEY ("token_hash", "account_id"),
  ADD CONSTRAINT "sessions_id_account_id_unique" UNIQUE ("id", "account_id");--> statement-breakpoint
ALTER TABLE "users"
  DROP CONSTRAINT "users_pkey",
  ADD CONSTRAINT "users_id_account_id_pk" PRIMARY KEY ("id", "account_id");--> statement-breakpoint
ALTER INDEX "email_confirmations_one_each" RENAME TO "email_confirmations_former_key";--> statement-breakpoint
CREATE UNIQUE INDEX "email_confirmations_one_each" ON "email_confirmations" USING btree ("user_id", "account_id");--> statement-breakpoint
ALTER INDEX "export_tickets_one_each" RENAME TO "export_tickets_former_key";--> statement-breakpoint
CREATE UNIQUE INDEX "export_tickets_one_each" ON "export_tickets" USING btree ("user_id", "account_id");--> statement-breakpoint
ALTER INDEX "pairing_codes_one_each" RENAME TO "pairing_codes_former_key";--> statement-breakpoint
CREATE UNIQUE INDEX "pairing_codes_one_each" ON "pairing_codes" USING btree ("user_id", "account_id");--> statement-breakpoint
ALTER INDEX "password_resets_one_each" RENAME TO "password_resets_former_key";--> statement-breakpoint
CREATE UNIQUE INDEX "password_resets_one_each" ON "password_resets" USING btree ("user_id", "account_id");--> statement-breakpoint
ALTER INDEX "push_subscriptions_once" RENAME TO "push_subscriptions_former_key";--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_once" ON "push_subscriptions" USING btree ("endpoint", "user_id", "account_id");--> statement-breakpoint
DROP INDEX "alert_tellings_by_token";--> statement-breakpoint
CREATE UNIQUE INDEX "alert_tellings_by_token" ON "alert_tellings" USING btree ("token_hash", "account_id");--> statement-breakpoint
-- By these keys of before a server of the version before, which still runs beside this one, says ON CONFLICT.
-- They go at the first start beside which there is none (former-keys.ts).
CREATE UNIQUE INDEX "accessibility_preferences_former_key" ON "accessibility_preferences" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_tests_former_key" ON "alarm_tests" ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fitting_requests_former_key" ON "fitting_requests" ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_places_former_key" ON "alert_places" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_tellings_former_key" ON "alert_tellings" ("alert_id", "round", "user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_former_key" ON "alerts" ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "asked_measures_former_key" ON "asked_measures" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "known_devices_former_key" ON "known_devices" ("user_id", "token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "medication_logs_former_key" ON "medication_logs" ("medication_id", "local_date", "time");--> statement-breakpoint
CREATE UNIQUE INDEX "medication_stocks_former_key" ON "medication_stocks" ("medication_id");--> statement-breakpoint
CREATE UNIQUE INDEX "photo_looks_former_key" ON "photo_looks" ("user_id");--> statement-breakpoint
-- There should be no row under another household's one. One that there is must not keep a server from
-- starting: it is treated as if what it names had been removed, as each reference says.
DO $$
DECLARE
  one record;
  astray bigint;
  reference text;
BEGIN
  FOR one IN SELECT * FROM (VALUES
    ('alerts', 'taken_by', 'users', 'SET NULL'),
    ('alerts', 'without_user', 'users', 'SET NULL'),
    ('medications', 'user_id', 'users', 'SET NULL'),
    ('sessions', 'user_id', 'users', 'CASCADE'),
    ('medication_logs', 'logged_by', 'users', 'SET NULL'),
    ('medication_logs', 'medication_id', 'medications', 'CASCADE'),
    ('accessibility_preferences', 'user_id', 'users', 'CASCADE'),
    ('alarm_tests', 'session_id', 'sessions', 'CASCADE'),
    ('alarm_tests', 'user_id', 'users', 'CASCADE'),
    ('alert_places', 'user_id', 'users', 'CASCADE'),
    ('alert_tellings', 'alert_id', 'alerts', 'CASCADE'),
    ('alert_tellings', 'user_id', 'users', 'CASCADE'),
    ('alert_tests', 'user_id', 'users', 'CASCADE'),
    ('analytics_events', 'user_id', 'users', 'CASCADE'),
    ('asked_measures', 'user_id', 'users', 'CASCADE'),
    ('audit_entries', 'user_id', 'users', 'SET NULL'),
    ('away_periods', 'user_id', 'users', 'CASCADE'),
    ('bin', 'deleted_by', 'users', 'SET NULL'),
    ('calendar_events', 'user_id', 'users', 'SET NULL'),
    ('calendar_feeds', 'made_by', 'users', 'CASCADE'),
    ('day_notes', 'user_id', 'users', 'CASCADE'),
    ('doctor_links', 'made_by', 'users', 'CASCADE'),
    ('doctor_links', 'user_id', 'users', 'CASCADE'),
    ('dose_alerts', 'medication_id', 'medications', 'CASCADE'),
    ('email_confirmations', 'user_id', 'users', 'CASCADE'),
    ('export_tickets', 'user_id', 'users', 'CASCADE'),
    ('fitting_requests', 'session_id', 'sessions', 'CASCADE'),
    ('fitting_requests', 'user_id', 'users', 'CASCADE'),
    ('heartbeats', 'session_id', 'sessions', 'CASCADE'),
    ('known_devices', 'user_id', 'users', 'CASCADE'),
    ('measure_values', 'user_id', 'users', 'CASCADE'),
    ('medication_log_attempts', 'medication_log_id', 'medication_logs', 'CASCADE'),
    ('medication_log_attempts', 'user_id', 'users', 'SET NULL'),
    ('medication_stocks', 'medication_id', 'medications', 'CASCADE'),
    ('pairing_codes', 'user_id', 'users', 'CASCADE'),
    ('password_resets', 'user_id', 'users', 'CASCADE'),
    ('photo_looks', 'user_id', 'users', 'CASCADE'),
    ('photo_uploads', 'album_id', 'photo_albums', 'CASCADE'),
    ('photos', 'album_id', 'photo_albums', 'CASCADE'),
    ('push_subscriptions', 'user_id', 'users', 'CASCADE'),
    ('stock_entries', 'medication_id', 'medications', 'CASCADE')
  ) AS r (named, naming, target, fate)
  LOOP
    reference := format(
      'ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY (%I, account_id) REFERENCES %I (id, account_id) ON DELETE %s',
      one.named, one.named || '_' || one.naming || '_within', one.naming, one.target,
      CASE one.fate WHEN 'CASCADE' THEN one.fate ELSE format('SET NULL (%I)', one.naming) END);
    BEGIN
      EXECUTE reference;
    EXCEPTION WHEN foreign_key_violation THEN
      EXECUTE format(
        CASE one.fate WHEN 'CASCADE' THEN 'DELETE FROM %1$I x' ELSE 'UPDATE %1$I x SET %2$I = NULL' END
        || ' WHERE x.%2$I IS NOT NULL AND NOT EXISTS (SELECT FROM %3$I t WHERE t.id = x.%2$I AND t.account_id = x.account_id)',
        one.named, one.naming, one.target);
      GET DIAGNOSTICS astray = ROW_COUNT;
      RAISE NOTICE '% row(s) of % named another household''s row by %', astray, one.named, one.naming;
      EXECUTE reference;
    END;
  END LOOP;
END
$$;
