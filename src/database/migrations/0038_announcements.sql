CREATE UNLOGGED TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"account_id" uuid NOT NULL,
	"what" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_household_only" ON "announcements" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);