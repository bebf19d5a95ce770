CREATE TABLE "export_tickets" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "export_tickets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "departed_households" (
	"id" uuid PRIMARY KEY NOT NULL,
	"departed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "departed_households" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "export_tickets" ADD CONSTRAINT "export_tickets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_tickets" ADD CONSTRAINT "export_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "export_tickets_one_each" ON "export_tickets" USING btree ("user_id");--> statement-breakpoint
CREATE POLICY "own_household_only" ON "export_tickets" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);