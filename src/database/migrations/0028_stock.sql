CREATE TABLE "medication_stocks" (
	"medication_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"units_per_dose" double precision NOT NULL,
	"warn_before" integer,
	"counted_units" double precision NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "medication_stocks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"medication_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"units" double precision NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"person_name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stock_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "medication_stocks" ADD CONSTRAINT "medication_stocks_medication_id_medications_id_fk" FOREIGN KEY ("medication_id") REFERENCES "public"."medications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medication_stocks" ADD CONSTRAINT "medication_stocks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_medication_id_medications_id_fk" FOREIGN KEY ("medication_id") REFERENCES "public"."medications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "medication_stocks_by_account" ON "medication_stocks" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "stock_entries_by_medication" ON "stock_entries" USING btree ("medication_id","at");--> statement-breakpoint
CREATE POLICY "own_household_only" ON "medication_stocks" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "stock_entries" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);