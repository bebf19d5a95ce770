DROP INDEX "care_sweeps_next";--> statement-breakpoint
CREATE INDEX "care_sweeps_due" ON "care_sweeps" USING btree ("next_at","account_id");