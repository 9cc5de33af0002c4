CREATE TABLE "installation" (
	"is_this" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"storage_id" text NOT NULL,
	CONSTRAINT "installation_is_one" CHECK ("installation"."is_this")
);
