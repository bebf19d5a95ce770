ALTER TABLE "medication_logs" ADD COLUMN "beyond_limit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "shortest_interval_minutes" integer;--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "most_in_24_hours" integer;