CREATE TABLE "photo_albums" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "photo_albums" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "photo_looks" (
	"user_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"seen_until" timestamp with time zone NOT NULL,
	CONSTRAINT "photo_looks_user_id_pk" PRIMARY KEY("user_id")
);
--> statement-breakpoint
ALTER TABLE "photo_looks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"album_id" uuid NOT NULL,
	"filename" text NOT NULL,
	"thumbnails" text[] NOT NULL,
	"original" text NOT NULL,
	"original_hash" text NOT NULL,
	"original_name" text NOT NULL,
	"original_type" text NOT NULL,
	"original_bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"order" integer NOT NULL,
	"taken_at" text,
	"uploaded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "photos" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "photo_albums" ADD CONSTRAINT "photo_albums_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_looks" ADD CONSTRAINT "photo_looks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_looks" ADD CONSTRAINT "photo_looks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_album_id_photo_albums_id_fk" FOREIGN KEY ("album_id") REFERENCES "public"."photo_albums"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photo_albums_by_account" ON "photo_albums" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "photos_by_album" ON "photos" USING btree ("album_id","order");--> statement-breakpoint
CREATE UNIQUE INDEX "photos_once" ON "photos" USING btree ("account_id","original_hash");--> statement-breakpoint
CREATE INDEX "photos_by_file" ON "photos" USING btree ("account_id","filename");--> statement-breakpoint
CREATE INDEX "photos_by_original" ON "photos" USING btree ("account_id","original");--> statement-breakpoint
CREATE INDEX "photos_by_thumbnail" ON "photos" USING gin ("thumbnails");--> statement-breakpoint
CREATE POLICY "own_household_only" ON "photo_albums" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "photo_looks" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_household_only" ON "photos" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
--> statement-breakpoint
INSERT INTO "photo_albums" ("id", "account_id", "name", "description", "created_at") SELECT gen_random_uuid(), "id", 'New', 'Just uploaded', now() FROM "accounts";
