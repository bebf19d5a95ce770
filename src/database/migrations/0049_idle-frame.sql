ALTER TABLE "sessions" ADD COLUMN "frame_minutes" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "frame_seconds" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "frame_album_ids" uuid[];