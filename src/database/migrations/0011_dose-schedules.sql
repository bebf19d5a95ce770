ALTER TABLE "dose_alerts" ADD COLUMN "told" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "dose_alerts" ADD COLUMN "all_clear_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "purpose" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "dose" text;--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "former_schedules" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "not_due" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "care_sweeps_until" ON "care_sweeps" USING btree ("swept_until");--> statement-breakpoint
CREATE INDEX "outbox_by_dose" ON "outbox" USING btree ("account_id","dose") WHERE dose is not null;