CREATE TABLE "fitting_requests" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"asked_by" text NOT NULL,
	"state" text NOT NULL,
	"state_at" timestamp with time zone NOT NULL,
	"proposed" jsonb,
	CONSTRAINT "fitting_requests_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "fitting_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fitting_requests" ADD CONSTRAINT "fitting_requests_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fitting_requests" ADD CONSTRAINT "fitting_requests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fitting_requests" ADD CONSTRAINT "fitting_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fitting_requests_by_account" ON "fitting_requests" USING btree ("account_id");--> statement-breakpoint
CREATE POLICY "own_household_only" ON "fitting_requests" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);