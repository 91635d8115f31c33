ALTER TABLE "agents" ADD COLUMN "repository_ids" jsonb;--> statement-breakpoint
ALTER TABLE "ref_updates" ADD COLUMN "bypassed_rules" jsonb;