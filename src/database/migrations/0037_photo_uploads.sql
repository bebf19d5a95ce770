CREATE TABLE "photo_pieces" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"start" integer NOT NULL,
	"filename" text NOT NULL,
	CONSTRAINT "photo_pieces_account_id_key_start_pk" PRIMARY KEY("account_id","key","start")
);
--> statement-breakpoint
ALTER TABLE "photo_pieces" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "photo_uploads" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"album_id" uuid NOT NULL,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"photo_id" uuid,
	CONSTRAINT "photo_uploads_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
ALTER TABLE "photo_uploads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "photo_pieces" ADD CONSTRAINT "photo_pieces_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_pieces" ADD CONSTRAINT "photo_pieces_account_id_key_photo_uploads_account_id_key_fk" FOREIGN KEY ("account_id","key") REFERENCES "public"."photo_uploads"("account_id","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_uploads" ADD CONSTRAINT "photo_uploads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_uploads" ADD CONSTRAINT "photo_uploads_album_id_photo_albums_id_fk" FOREIGN KEY ("album_id") REFERENCES "public"."photo_albums"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photo_pieces_by_file" ON "photo_pieces" USING btree ("account_id","filename");--> statement-breakpoint
CREATE INDEX "photo_uploads_by_album" ON "photo_uploads" USING btree ("album_id");--> statement-breakpoint
CREATE INDEX "photo_uploads_by_age" ON "photo_uploads" USING btree ("touched_at");--> statement-breakpoint
CREATE POLICY "own_household_only" ON "photo_pieces" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "photo_uploads" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);