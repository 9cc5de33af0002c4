CREATE TABLE "doomed_objects" (
	"key" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "renders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"client_key" text,
	"label" smallint NOT NULL,
	"settings" jsonb NOT NULL,
	"state" text NOT NULL,
	"priority" smallint NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"stage" text,
	"frames_done" integer DEFAULT 0 NOT NULL,
	"frames_total" integer DEFAULT 0 NOT NULL,
	"failure_code" text,
	"failure_message" text,
	"picture_key" text,
	"film_key" text,
	"poster_key" text,
	"width_px" integer,
	"height_px" integer,
	"duration_seconds" double precision,
	"size_bytes" integer,
	"video_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"render_id" uuid NOT NULL,
	"title" text NOT NULL,
	"label" smallint NOT NULL,
	"film_key" text NOT NULL,
	"poster_key" text NOT NULL,
	"width_px" integer NOT NULL,
	"height_px" integer NOT NULL,
	"duration_seconds" double precision NOT NULL,
	"size_bytes" integer NOT NULL,
	"share_token" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "videos_render_id_unique" UNIQUE("render_id"),
	CONSTRAINT "videos_film_key_unique" UNIQUE("film_key"),
	CONSTRAINT "videos_share_token_unique" UNIQUE("share_token")
);
--> statement-breakpoint
CREATE INDEX "doomed_objects_due" ON "doomed_objects" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "renders_client_key" ON "renders" USING btree ("user_id","client_key");--> statement-breakpoint
CREATE INDEX "renders_of_user" ON "renders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "renders_waiting" ON "renders" USING btree ("priority" DESC NULLS LAST,"created_at","id") WHERE "renders"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "renders_expiring" ON "renders" USING btree ("expires_at") WHERE "renders"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "videos_of_user" ON "videos" USING btree ("user_id","created_at");