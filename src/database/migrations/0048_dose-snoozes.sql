CREATE TABLE "dose_snoozes" (
	"account_id" uuid NOT NULL,
	"medication_id" uuid NOT NULL,
	"local_date" date NOT NULL,
	"time" text NOT NULL,
	"minute" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"person_name" text NOT NULL,
	"device_name" text NOT NULL,
	CONSTRAINT "dose_snoozes_account_id_medication_id_local_date_time_minute_pk" PRIMARY KEY("account_id","medication_id","local_date","time","minute")
);
--> statement-breakpoint
ALTER TABLE "dose_snoozes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "snooze_minutes" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "dose_snoozes" ADD CONSTRAINT "dose_snoozes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dose_snoozes" ADD CONSTRAINT "dose_snoozes_medication_id_within" FOREIGN KEY ("medication_id","account_id") REFERENCES "public"."medications"("id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dose_snoozes_by_time" ON "dose_snoozes" USING btree ("account_id","at");--> statement-breakpoint
CREATE POLICY "own_household_only" ON "dose_snoozes" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);