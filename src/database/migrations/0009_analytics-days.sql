CREATE TABLE "analytics_days" (
	"account_id" uuid NOT NULL,
	"day" date NOT NULL,
	"activity" text NOT NULL,
	"visits" integer NOT NULL,
	"openings" integer NOT NULL,
	"visit_seconds" integer NOT NULL,
	"opening_seconds" integer NOT NULL,
	"ended_visits" integer NOT NULL,
	"ended_openings" integer NOT NULL,
	CONSTRAINT "analytics_days_account_id_day_activity_pk" PRIMARY KEY("account_id","day","activity")
);
--> statement-breakpoint
ALTER TABLE "analytics_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "analytics_items" (
	"account_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"activity" text NOT NULL,
	"openings" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "analytics_items_account_id_item_id_pk" PRIMARY KEY("account_id","item_id")
);
--> statement-breakpoint
ALTER TABLE "analytics_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "analytics_logins" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"total" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "analytics_logins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "analytics_totals" (
	"account_id" uuid NOT NULL,
	"activity" text NOT NULL,
	"views" integer NOT NULL,
	"sessions" integer NOT NULL,
	"seconds" bigint NOT NULL,
	CONSTRAINT "analytics_totals_account_id_activity_pk" PRIMARY KEY("account_id","activity")
);
--> statement-breakpoint
ALTER TABLE "analytics_totals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "analytics_events" ADD COLUMN "item_title" text;--> statement-breakpoint
ALTER TABLE "analytics_days" ADD CONSTRAINT "analytics_days_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_items" ADD CONSTRAINT "analytics_items_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_logins" ADD CONSTRAINT "analytics_logins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_totals" ADD CONSTRAINT "analytics_totals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analytics_items_by_openings" ON "analytics_items" USING btree ("account_id","activity","openings");--> statement-breakpoint
CREATE POLICY "own_household_only" ON "analytics_days" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "analytics_items" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "analytics_logins" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "analytics_totals" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
-- What was noted before there were sums. What ran over midnight counts on the day of its end, and a
-- timezone that this database does not know as UTC.
INSERT INTO "analytics_days"
SELECT e.account_id, (e.happened_at AT TIME ZONE coalesce(z.name, 'UTC'))::date, e.activity,
	count(*) FILTER (WHERE e.content LIKE '%\_started' AND e.item_id IS NULL),
	count(*) FILTER (WHERE e.content LIKE '%\_started' AND e.item_id IS NOT NULL),
	coalesce(sum(e.duration_seconds) FILTER (WHERE e.content LIKE '%\_ended' AND e.item_id IS NULL), 0),
	coalesce(sum(e.duration_seconds) FILTER (WHERE e.content LIKE '%\_ended' AND e.item_id IS NOT NULL), 0),
	count(*) FILTER (WHERE e.content LIKE '%\_ended' AND e.item_id IS NULL),
	count(*) FILTER (WHERE e.content LIKE '%\_ended' AND e.item_id IS NOT NULL)
FROM "analytics_events" e
JOIN "settings" s ON s.account_id = e.account_id
LEFT JOIN pg_timezone_names z ON z.name = s.timezone
GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO "analytics_totals"
SELECT account_id, activity, sum(greatest(visits, openings)),
	sum(CASE WHEN ended_visits = 0 THEN ended_openings ELSE ended_visits END),
	sum(greatest(visit_seconds, opening_seconds))
FROM "analytics_days"
GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO "analytics_items"
SELECT e.account_id, e.item_id, e.activity, count(*), max(e.happened_at)
FROM "analytics_events" e
JOIN (
	SELECT account_id, id, 'watch' AS activity FROM "videos"
	UNION ALL SELECT account_id, id, 'listen' FROM "playlists"
	UNION ALL SELECT account_id, id, 'read' FROM "articles"
) thing ON thing.account_id = e.account_id AND thing.id = e.item_id AND thing.activity = e.activity
WHERE e.content LIKE '%\_started'
GROUP BY 1, 2, 3;
--> statement-breakpoint
UPDATE "analytics_events" e SET item_title = thing.title
FROM (
	SELECT account_id, id, 'watch' AS activity, title FROM "videos"
	UNION ALL SELECT account_id, id, 'listen', name FROM "playlists"
	UNION ALL SELECT account_id, id, 'read', title FROM "articles"
) thing
WHERE thing.account_id = e.account_id AND thing.id = e.item_id AND thing.activity = e.activity;
--> statement-breakpoint
INSERT INTO "analytics_logins"
SELECT account_id, count(*), max(at)
FROM "audit_entries"
WHERE action IN ('signed-in', 'tablet-paired', 'invitation-accepted')
GROUP BY 1;
