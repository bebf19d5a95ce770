-- Both tables are in parts by month (native partitions, in UTC), so each key contains the instant. Parts
-- are in a schema of their own, in which a household's role has no right at all: it reads and writes
-- them through their table alone. Row-level security is forced upon them after this (wall.ts).
--
-- What came from a clock that was years off, and what no part was made for, is in the one that has the
-- rest (DEFAULT). The next months' parts are made after the migrations (parts.ts). Rows are moved before
-- there is a key to look at for each of them. The schema stays where a restore goes back to an older
-- state of the tables.
CREATE SCHEMA IF NOT EXISTS "parts";--> statement-breakpoint
LOCK TABLE "analytics_events", "audit_entries" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "analytics_events" RENAME TO "analytics_events_whole";--> statement-breakpoint
CREATE TABLE "analytics_events" (
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"activity" text NOT NULL,
	"content" text NOT NULL,
	"item_id" uuid,
	"item_title" text,
	"duration_seconds" integer NOT NULL,
	"happened_at" timestamp with time zone NOT NULL
) PARTITION BY RANGE ("happened_at");
--> statement-breakpoint
CREATE TABLE parts."analytics_events_rest" PARTITION OF "analytics_events" DEFAULT;--> statement-breakpoint
DO $$
DECLARE
  month timestamp;
BEGIN
  FOR month IN SELECT DISTINCT date_trunc('month', "happened_at" AT TIME ZONE 'UTC') FROM "analytics_events_whole"
    WHERE "happened_at" >= date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '10 years'
      AND "happened_at" < now() + interval '1 month'
  LOOP
    EXECUTE format('CREATE TABLE parts.%I PARTITION OF "analytics_events" FOR VALUES FROM (%L) TO (%L)',
      'analytics_events' || to_char(month, '_YYYY_MM'), month AT TIME ZONE 'UTC',
      (month + interval '1 month') AT TIME ZONE 'UTC');
  END LOOP;
END
$$;
--> statement-breakpoint
INSERT INTO "analytics_events" ("id", "account_id", "user_id", "activity", "content", "item_id", "item_title", "duration_seconds", "happened_at")
  SELECT "id", "account_id", "user_id", "activity", "content", "item_id", "item_title", "duration_seconds", "happened_at" FROM "analytics_events_whole";
--> statement-breakpoint
DROP TABLE "analytics_events_whole";--> statement-breakpoint
ALTER TABLE "analytics_events" ADD CONSTRAINT "analytics_events_account_id_happened_at_id_pk" PRIMARY KEY("account_id","happened_at","id");--> statement-breakpoint
ALTER TABLE "analytics_events" ADD CONSTRAINT "analytics_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_events" ADD CONSTRAINT "analytics_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analytics_events_by_id" ON "analytics_events" USING btree ("id");--> statement-breakpoint
ALTER TABLE "analytics_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_household_only" ON "analytics_events" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
ALTER TABLE "audit_entries" RENAME TO "audit_entries_whole";--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"user_id" uuid,
	"person_name" text NOT NULL,
	"subject" text NOT NULL,
	"address" text NOT NULL,
	"device_name" text NOT NULL
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE parts."audit_entries_rest" PARTITION OF "audit_entries" DEFAULT;--> statement-breakpoint
DO $$
DECLARE
  month timestamp;
BEGIN
  FOR month IN SELECT DISTINCT date_trunc('month', "at" AT TIME ZONE 'UTC') FROM "audit_entries_whole"
    WHERE "at" >= date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '10 years'
      AND "at" < now() + interval '1 month'
  LOOP
    EXECUTE format('CREATE TABLE parts.%I PARTITION OF "audit_entries" FOR VALUES FROM (%L) TO (%L)',
      'audit_entries' || to_char(month, '_YYYY_MM'), month AT TIME ZONE 'UTC',
      (month + interval '1 month') AT TIME ZONE 'UTC');
  END LOOP;
END
$$;
--> statement-breakpoint
INSERT INTO "audit_entries" ("id", "account_id", "at", "action", "user_id", "person_name", "subject", "address", "device_name")
  SELECT "id", "account_id", "at", "action", "user_id", "person_name", "subject", "address", "device_name" FROM "audit_entries_whole";
--> statement-breakpoint
DROP TABLE "audit_entries_whole";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_account_id_at_id_pk" PRIMARY KEY("account_id","at","id");--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_by_id" ON "audit_entries" USING btree ("id");--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_household_only" ON "audit_entries" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
