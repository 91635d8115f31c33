ALTER TABLE "review_requests" ADD COLUMN "requested_by_app_id" text;--> statement-breakpoint
ALTER TABLE "comment_reactions" ADD COLUMN "reactor_app_id" text;--> statement-breakpoint
ALTER TABLE "pull_comments" ADD COLUMN "author_app_id" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "author_app_id" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "dismissed_by_app_id" text;