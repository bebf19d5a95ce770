ALTER TABLE "calendar_events" DROP CONSTRAINT "calendar_events_user_id_within";
--> statement-breakpoint
ALTER TABLE "medications" DROP CONSTRAINT "medications_user_id_within";
--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "sent_by" uuid;--> statement-breakpoint
ALTER TABLE "pairing_codes" ADD COLUMN "made_by" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "set_up_by" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sign_in_set_by" uuid;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_sent_by_within" FOREIGN KEY ("sent_by","account_id") REFERENCES "public"."users"("id","account_id") ON DELETE SET NULL ("sent_by") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairing_codes" ADD CONSTRAINT "pairing_codes_made_by_within" FOREIGN KEY ("made_by","account_id") REFERENCES "public"."users"("id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_set_up_by_within" FOREIGN KEY ("set_up_by","account_id") REFERENCES "public"."users"("id","account_id") ON DELETE SET NULL ("set_up_by") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_user_id_within" FOREIGN KEY ("user_id","account_id") REFERENCES "public"."users"("id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medications" ADD CONSTRAINT "medications_user_id_within" FOREIGN KEY ("user_id","account_id") REFERENCES "public"."users"("id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_by_maker" ON "sessions" USING btree ("set_up_by") WHERE "sessions"."set_up_by" is not null;