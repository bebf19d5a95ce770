CREATE TABLE "away_periods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid,
	"start_date" date NOT NULL,
	"start_time" text NOT NULL,
	"end_date" date,
	"end_time" text,
	"note" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "away_periods" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "away_periods" ADD CONSTRAINT "away_periods_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "away_periods" ADD CONSTRAINT "away_periods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "away_periods_by_account" ON "away_periods" USING btree ("account_id","start_date");--> statement-breakpoint
CREATE POLICY "own_household_only" ON "away_periods" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);