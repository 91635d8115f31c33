ALTER TABLE "pull_request_versions" ADD COLUMN "diff_error" text;--> statement-breakpoint
ALTER TABLE "ref_updates" ADD COLUMN "problem" text;