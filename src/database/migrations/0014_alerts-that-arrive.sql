CREATE TABLE "alarm_tests" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "alarm_tests_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "alarm_tests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alert_tests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone,
	CONSTRAINT "alert_tests_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "alert_tests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "unsent_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"doses" jsonb NOT NULL,
	"older" integer NOT NULL,
	"seen_at" timestamp with time zone,
	"seen_by" text
);
--> statement-breakpoint
ALTER TABLE "unsent_alerts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "alert" uuid;--> statement-breakpoint
ALTER TABLE "alarm_tests" ADD CONSTRAINT "alarm_tests_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_tests" ADD CONSTRAINT "alarm_tests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_tests" ADD CONSTRAINT "alarm_tests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_tests" ADD CONSTRAINT "alert_tests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_tests" ADD CONSTRAINT "alert_tests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsent_alerts" ADD CONSTRAINT "unsent_alerts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_tests_by_account" ON "alarm_tests" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "alert_tests_by_user" ON "alert_tests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "alert_tests_by_account" ON "alert_tests" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "unsent_alerts_newest" ON "unsent_alerts" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "outbox_by_alert" ON "outbox" USING btree ("alert") WHERE alert is not null;--> statement-breakpoint
CREATE POLICY "own_household_only" ON "alarm_tests" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "alert_tests" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "unsent_alerts" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);