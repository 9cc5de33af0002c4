ALTER TABLE "renders" ADD COLUMN "take" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "take" smallint DEFAULT 0 NOT NULL;