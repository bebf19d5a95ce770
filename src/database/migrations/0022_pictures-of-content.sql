ALTER TABLE "articles" ADD COLUMN "thumbnail" text;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "thumbnail" text;