ALTER TABLE "settings" ADD COLUMN "previous_timezone" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "timezone_changed_at" timestamp with time zone;