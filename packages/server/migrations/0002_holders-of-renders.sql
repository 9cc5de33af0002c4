ALTER TABLE "renders" ADD COLUMN "holder" integer;--> statement-breakpoint
CREATE INDEX "renders_running" ON "renders" USING btree ("holder") WHERE "renders"."state" = 'running';