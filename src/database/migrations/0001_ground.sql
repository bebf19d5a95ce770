CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_number" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "accounts_account_number_unique" UNIQUE("account_number")
);
--> statement-breakpoint
ALTER TABLE "accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "home_buttons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"button_key" text NOT NULL,
	"label" text NOT NULL,
	"icon" text NOT NULL,
	"route" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"order" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "home_buttons" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "medication_log_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"medication_log_id" uuid NOT NULL,
	"status" text NOT NULL,
	"notes" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"device_name" text NOT NULL,
	"idempotency_key" text
);
--> statement-breakpoint
ALTER TABLE "medication_log_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "medication_logs" (
	"medication_id" uuid NOT NULL,
	"local_date" date NOT NULL,
	"time" text NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"scheduled_time" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"notes" text NOT NULL,
	"late" boolean NOT NULL,
	"logged_at" timestamp with time zone NOT NULL,
	"logged_by" uuid,
	"medication_name" text NOT NULL,
	"medication_dosage" text NOT NULL,
	CONSTRAINT "medication_logs_medication_id_local_date_time_pk" PRIMARY KEY("medication_id","local_date","time"),
	CONSTRAINT "medication_logs_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "medication_logs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "medications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"dosage" text NOT NULL,
	"frequency" text NOT NULL,
	"times" text[] NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date,
	"instructions" text NOT NULL,
	"pill_image_url" text,
	"is_active" boolean NOT NULL,
	"reminder_enabled" boolean NOT NULL,
	"sound_enabled" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "medications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"device_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "settings" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"app_name" text NOT NULL,
	"timezone" text NOT NULL,
	"default_city" text NOT NULL,
	"default_state" text NOT NULL,
	"default_postal_code" text NOT NULL,
	"default_country" text NOT NULL,
	"temperature_unit" text NOT NULL,
	"require_long_press" boolean NOT NULL,
	"medication_alarm_enabled" boolean NOT NULL,
	"alarm_repeat_minutes" integer NOT NULL,
	"google_meet_room_url" text NOT NULL,
	"voice_guidance_enabled" boolean NOT NULL,
	"autoplay_enabled" boolean NOT NULL,
	"photo_voice_guidance_enabled" boolean NOT NULL,
	"default_to_slideshow" boolean NOT NULL,
	"slideshow_display_duration" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"plan" text NOT NULL,
	"status" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_failure_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "throttles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"role" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text,
	"password_hash" text,
	"phone" text,
	"address1" text,
	"address2" text,
	"city" text,
	"state" text,
	"postal_code" text,
	"country" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "home_buttons" ADD CONSTRAINT "home_buttons_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medication_log_attempts" ADD CONSTRAINT "medication_log_attempts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medication_log_attempts" ADD CONSTRAINT "medication_log_attempts_medication_log_id_medication_logs_id_fk" FOREIGN KEY ("medication_log_id") REFERENCES "public"."medication_logs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medication_log_attempts" ADD CONSTRAINT "medication_log_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medication_logs" ADD CONSTRAINT "medication_logs_medication_id_medications_id_fk" FOREIGN KEY ("medication_id") REFERENCES "public"."medications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medication_logs" ADD CONSTRAINT "medication_logs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medication_logs" ADD CONSTRAINT "medication_logs_logged_by_users_id_fk" FOREIGN KEY ("logged_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medications" ADD CONSTRAINT "medications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medications" ADD CONSTRAINT "medications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "home_buttons_one_of_each" ON "home_buttons" USING btree ("account_id","button_key");--> statement-breakpoint
CREATE INDEX "medication_log_attempts_by_log" ON "medication_log_attempts" USING btree ("medication_log_id");--> statement-breakpoint
CREATE UNIQUE INDEX "medication_log_attempts_once" ON "medication_log_attempts" USING btree ("account_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "medication_logs_newest" ON "medication_logs" USING btree ("account_id","logged_at");--> statement-breakpoint
CREATE INDEX "medications_by_account" ON "medications" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_by_account" ON "users" USING btree ("account_id");--> statement-breakpoint
CREATE POLICY "own_household_only" ON "accounts" AS PERMISSIVE FOR ALL TO "grand_household" USING (id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "home_buttons" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "medication_log_attempts" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "medication_logs" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "medications" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "sessions" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "settings" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "subscriptions" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "users" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);