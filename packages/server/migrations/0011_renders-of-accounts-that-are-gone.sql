CREATE TABLE "spent_renders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"address_hash" text NOT NULL,
	"user_id" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "spent_renders" ADD CONSTRAINT "spent_renders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "spent_renders_of_address" ON "spent_renders" USING btree ("address_hash");--> statement-breakpoint
CREATE INDEX "spent_renders_of_user" ON "spent_renders" USING btree ("user_id");