CREATE TABLE "bin" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"within" uuid,
	"name" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"thumbnail" text,
	"files" text[] DEFAULT '{}' NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"row" jsonb NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	"deleted_by" uuid,
	"deleted_by_name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bin" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bin" ADD CONSTRAINT "bin_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bin" ADD CONSTRAINT "bin_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bin_newest" ON "bin" USING btree ("account_id","deleted_at","id");--> statement-breakpoint
CREATE INDEX "bin_by_age" ON "bin" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "bin_within" ON "bin" USING btree ("within");--> statement-breakpoint
CREATE INDEX "bin_by_file" ON "bin" USING gin ("files");--> statement-breakpoint
CREATE POLICY "own_household_only" ON "bin" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);