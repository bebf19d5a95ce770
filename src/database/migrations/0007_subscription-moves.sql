ALTER TABLE "subscriptions" ADD COLUMN "renewal_day" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "expiry_told_for" timestamp with time zone;