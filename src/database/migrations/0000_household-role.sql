-- The role that a household's transactions run under. Roles belong to the whole cluster, so another
-- database of it, or another server starting at this moment, may have made it already.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'grand_household') THEN
    CREATE ROLE grand_household NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END
$$;
--> statement-breakpoint
-- From PostgreSQL 16 on, who makes a role belongs to it without the right to take it on. Who has
-- that right already needs no grant, and perhaps may not grant.
DO $$
DECLARE
  needed text := CASE
    WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER'
  END;
BEGIN
  IF NOT pg_has_role(current_user, 'grand_household', needed) THEN
    EXECUTE format('GRANT grand_household TO %I', current_user);
  END IF;
END
$$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO grand_household;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO grand_household;
