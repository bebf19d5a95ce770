ALTER TABLE "articles" ADD COLUMN "ask_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "asks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "ask_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "asks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "articles_to_ask" ON "articles" USING btree ("ask_at") WHERE thumbnail is null;--> statement-breakpoint
CREATE INDEX "playlists_to_ask" ON "playlists" USING btree ("ask_at") WHERE thumbnail is null;