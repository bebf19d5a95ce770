CREATE TABLE "imports_under_way" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"heard_at" timestamp with time zone NOT NULL,
	"before" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "imports_under_way" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "imports_under_way" ADD CONSTRAINT "imports_under_way_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_household_only" ON "imports_under_way" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);