-- The role that a household's transactions run under. Roles belong to the whole cluster, so another
-- database of it, or another server starting at this moment, may have made it already.
DO $$
BEGIN
  CREATE ROLE grand_household NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END
$$;
--> statement-breakpoint
GRANT grand_household TO CURRENT_USER;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO grand_household;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO grand_household;
