-- Films of accounts that were deleted without them: nobody can own them any more, so they go.
INSERT INTO "doomed_objects" ("key", "due_at")
	SELECT "key", now() FROM (
		SELECT unnest(array["picture_key", "film_key", "poster_key"]) AS "key" FROM "renders" WHERE NOT EXISTS (SELECT 1 FROM "users" WHERE "users"."id" = "renders"."user_id")
		UNION
		SELECT unnest(array["film_key", "poster_key"]) FROM "videos" WHERE NOT EXISTS (SELECT 1 FROM "users" WHERE "users"."id" = "videos"."user_id")
	) AS "orphans" WHERE "key" IS NOT NULL
	ON CONFLICT ("key") DO UPDATE SET "due_at" = excluded."due_at";--> statement-breakpoint
DELETE FROM "videos" WHERE NOT EXISTS (SELECT 1 FROM "users" WHERE "users"."id" = "videos"."user_id");--> statement-breakpoint
DELETE FROM "renders" WHERE NOT EXISTS (SELECT 1 FROM "users" WHERE "users"."id" = "renders"."user_id");--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;