CREATE TABLE "asked_measures" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kinds" text[] NOT NULL,
	"weight_unit" text NOT NULL,
	"glucose_unit" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "asked_measures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "day_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"local_date" date NOT NULL,
	"text" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"person_name" text NOT NULL,
	"corrected_by" text,
	"taken_back_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "day_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "measure_values" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"unit" text NOT NULL,
	"first" double precision NOT NULL,
	"second" double precision,
	"measured_at" timestamp with time zone NOT NULL,
	"local_date" date NOT NULL,
	"person_name" text NOT NULL,
	"corrected_by" text,
	"taken_back_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "measure_values" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "asked_measures" ADD CONSTRAINT "asked_measures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asked_measures" ADD CONSTRAINT "asked_measures_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_notes" ADD CONSTRAINT "day_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_notes" ADD CONSTRAINT "day_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measure_values" ADD CONSTRAINT "measure_values_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measure_values" ADD CONSTRAINT "measure_values_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "asked_measures_by_account" ON "asked_measures" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "day_notes_by_day" ON "day_notes" USING btree ("account_id","local_date");--> statement-breakpoint
CREATE INDEX "day_notes_by_time" ON "day_notes" USING btree ("account_id","written_at");--> statement-breakpoint
CREATE INDEX "day_notes_of_elder" ON "day_notes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "day_notes_taken_back" ON "day_notes" USING btree ("taken_back_at") WHERE "day_notes"."taken_back_at" is not null;--> statement-breakpoint
CREATE INDEX "measure_values_by_time" ON "measure_values" USING btree ("account_id","measured_at");--> statement-breakpoint
CREATE INDEX "measure_values_by_day" ON "measure_values" USING btree ("account_id","local_date");--> statement-breakpoint
CREATE INDEX "measure_values_by_kind" ON "measure_values" USING btree ("user_id","kind","measured_at");--> statement-breakpoint
CREATE INDEX "measure_values_taken_back" ON "measure_values" USING btree ("taken_back_at") WHERE "measure_values"."taken_back_at" is not null;--> statement-breakpoint
CREATE POLICY "own_household_only" ON "asked_measures" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "day_notes" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "measure_values" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);