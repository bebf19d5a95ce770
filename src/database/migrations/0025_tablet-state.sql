ALTER TABLE "sessions" ADD COLUMN "visible" boolean;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "clock_skew_minutes" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "battery_percent" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "charging" boolean;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "works_offline" boolean;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "show_first_steps" boolean DEFAULT true NOT NULL;