-- The texts of a row as src/features/search/fold.ts folds them, so that a search folds no row. They are
-- not in the schema of Drizzle: no list reads them, and no archive, backup or bin copies them. Servers
-- of the version before write these tables as they did. The rows that exist are folded here.
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (
  lower(regexp_replace(normalize("first_name" || ' ' || "last_name", nfd), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu")) STORED;--> statement-breakpoint
ALTER TABLE "medications" ADD COLUMN "search_text" text GENERATED ALWAYS AS (
  lower(regexp_replace(normalize("name" || ' ' || "dosage", nfd), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu")) STORED;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD COLUMN "search_text" text GENERATED ALWAYS AS (
  lower(regexp_replace(normalize("title" || ' ' || "description", nfd), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu")) STORED;--> statement-breakpoint
ALTER TABLE "photo_albums" ADD COLUMN "search_text" text GENERATED ALWAYS AS (
  lower(regexp_replace(normalize("name" || ' ' || "description", nfd), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu")) STORED;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "search_text" text GENERATED ALWAYS AS (
  lower(regexp_replace(normalize("caption", nfd), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu")) STORED;--> statement-breakpoint
ALTER TABLE "content" ADD COLUMN "search_text" text GENERATED ALWAYS AS (
  lower(regexp_replace(normalize("title", nfd), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu")) STORED;
