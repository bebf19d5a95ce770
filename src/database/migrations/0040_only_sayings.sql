-- Where a dose was logged, in its log: the only thing that was said of a dose is no attempt beside it.
ALTER TABLE "medication_logs" ADD COLUMN "device_name" text;