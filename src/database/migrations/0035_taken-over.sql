CREATE TABLE "alert_orders" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"wait_minutes" integer NOT NULL,
	"ask_again_minutes" integer NOT NULL,
	"last_ignores_quiet" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_orders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alert_places" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"step" integer NOT NULL,
	"quiet_from" text,
	"quiet_until" text
);
--> statement-breakpoint
ALTER TABLE "alert_places" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alert_tellings" (
	"alert_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_email" boolean NOT NULL,
	"browsers" integer NOT NULL,
	"token_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "alert_tellings_alert_id_round_user_id_pk" PRIMARY KEY("alert_id","round","user_id")
);
--> statement-breakpoint
ALTER TABLE "alert_tellings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"doses" jsonb NOT NULL,
	"older" integer NOT NULL,
	"round" integer NOT NULL,
	"round_at" timestamp with time zone NOT NULL,
	"round_reason" text DEFAULT '' NOT NULL,
	"without_user" uuid,
	"step" integer NOT NULL,
	"step_at" timestamp with time zone,
	"taken_by" uuid,
	"taken_by_name" text,
	"taken_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "alerts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alert_orders" ADD CONSTRAINT "alert_orders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_places" ADD CONSTRAINT "alert_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_places" ADD CONSTRAINT "alert_places_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_tellings" ADD CONSTRAINT "alert_tellings_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_tellings" ADD CONSTRAINT "alert_tellings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_tellings" ADD CONSTRAINT "alert_tellings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_without_user_users_id_fk" FOREIGN KEY ("without_user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_places_by_account" ON "alert_places" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_tellings_by_token" ON "alert_tellings" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "alert_tellings_by_user" ON "alert_tellings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "alert_tellings_by_account" ON "alert_tellings" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "alerts_next" ON "alerts" USING btree ("next_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "alerts_by_account" ON "alerts" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "alerts_closed" ON "alerts" USING btree ("closed_at");--> statement-breakpoint
CREATE INDEX "alerts_by_taker" ON "alerts" USING btree ("taken_by");--> statement-breakpoint
CREATE INDEX "alerts_by_without" ON "alerts" USING btree ("without_user");--> statement-breakpoint
CREATE POLICY "own_household_only" ON "alert_orders" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "alert_places" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "alert_tellings" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "alerts" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);