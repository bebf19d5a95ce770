CREATE TABLE "accessibility_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"hold_ms" integer DEFAULT 0 NOT NULL,
	"drift_px" integer DEFAULT 40 NOT NULL,
	"repeat_ms" integer DEFAULT 800 NOT NULL,
	"text_size" integer DEFAULT 100 NOT NULL,
	"contrast" text DEFAULT 'normal' NOT NULL,
	"motion" text DEFAULT 'normal' NOT NULL,
	"alarm_tone" text DEFAULT 'clear' NOT NULL,
	"alarm_loudness" integer DEFAULT 100 NOT NULL,
	"screen_flash" boolean DEFAULT false NOT NULL,
	"speech_rate" integer DEFAULT 90 NOT NULL,
	"speech_volume" integer DEFAULT 100 NOT NULL,
	"hand" text DEFAULT 'right' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accessibility_preferences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "accessibility_preferences" ADD CONSTRAINT "accessibility_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accessibility_preferences" ADD CONSTRAINT "accessibility_preferences_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_household_only" ON "accessibility_preferences" AS PERMISSIVE FOR ALL TO "grand_household" USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('app.account_id', true), '')::uuid);