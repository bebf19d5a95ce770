ALTER TABLE "medication_logs" ADD COLUMN "units" double precision;--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "pattern" jsonb;--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "amounts" jsonb;