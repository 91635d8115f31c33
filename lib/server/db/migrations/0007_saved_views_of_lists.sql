ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_by_name";--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "list" text DEFAULT 'agents' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_by_name" UNIQUE("person_id","list","name");