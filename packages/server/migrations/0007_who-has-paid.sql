ALTER TABLE "payment_customers" ADD COLUMN "has_paid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What an admin gave has taken the place of what was paid before, if anything was: then the way to invoices stays open.
UPDATE "payment_customers" SET "has_paid" = true FROM "subscriptions"
  WHERE "subscriptions"."user_id" = "payment_customers"."user_id"
    AND ("subscriptions"."provider_subscription_id" IS NOT NULL OR "subscriptions"."provider" = 'admin');
