-- What people sign in with leaves the household's row of them: one login may belong to several. A
-- server of the version before reads these columns and cannot go on beside this one.
CREATE TABLE "logins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"email_proven_at" timestamp with time zone,
	"signed_in_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "logins_email_unique" UNIQUE("email"),
	CONSTRAINT "logins_with_email" UNIQUE("id","email")
);
--> statement-breakpoint
ALTER TABLE "logins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_email_unique";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "login_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "entered_at" timestamp with time zone;--> statement-breakpoint
INSERT INTO "logins" ("id", "email", "password_hash", "email_proven_at", "signed_in_at", "created_at")
  SELECT gen_random_uuid(), "email", "password_hash", "email_proven_at", "signed_in_at", "created_at"
  FROM "users" WHERE "email" IS NOT NULL;
--> statement-breakpoint
UPDATE "users" SET "login_id" = "logins"."id" FROM "logins" WHERE "logins"."email" = "users"."email";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_email_of_login" FOREIGN KEY ("login_id","email") REFERENCES "public"."logins"("id","email") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "users_by_login" ON "users" USING btree ("login_id");--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "email_proven_at";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "signed_in_at";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "password_hash";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_once_in_a_household" UNIQUE("account_id","login_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_email_with_login" CHECK ((login_id is null) = (email is null));--> statement-breakpoint
DROP INDEX "push_subscriptions_once";--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_once" ON "push_subscriptions" USING btree ("endpoint","user_id");--> statement-breakpoint
CREATE POLICY "of_own_people" ON "logins" AS PERMISSIVE FOR SELECT TO "grand_household" USING (id in (select login_id from users));--> statement-breakpoint
-- A login goes with its last membership, whoever deletes it: a removal, a household, an import undone.
-- It is locked first, so that of two at once the second sees that it is the last, and somebody who
-- joins meanwhile keeps it. It runs for the system, since a household writes no login, and leaves the
-- setting as it was: a function of an owner who is no superuser cannot have it as its own.
CREATE OR REPLACE FUNCTION "end_login"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  PERFORM FROM logins WHERE id = old.login_id FOR UPDATE;
  DELETE FROM logins WHERE id = old.login_id
    AND NOT EXISTS (SELECT FROM users WHERE login_id = old.login_id);
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "users_end_login" AFTER DELETE OR UPDATE OF "login_id" ON "users"
  FOR EACH ROW WHEN (old.login_id IS NOT NULL) EXECUTE FUNCTION "end_login"();
