CREATE TABLE "comment_threads" (
	"id" text PRIMARY KEY NOT NULL,
	"pull_request_id" text NOT NULL,
	"version" integer NOT NULL,
	"path" text NOT NULL,
	"side" text,
	"start_line" integer NOT NULL,
	"end_line" integer NOT NULL,
	"resolved_at" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pull_comments" (
	"id" text PRIMARY KEY NOT NULL,
	"pull_request_id" text NOT NULL,
	"thread_id" text NOT NULL,
	"review_id" text,
	"author_id" text NOT NULL,
	"body" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"pull_request_id" text NOT NULL,
	"version" integer NOT NULL,
	"author_id" text NOT NULL,
	"verdict" text NOT NULL,
	"body" text NOT NULL,
	"submitted_at" bigint NOT NULL,
	"dismissed_at" bigint,
	"dismissed_by_id" text,
	"dismissal_message" text
);
--> statement-breakpoint
ALTER TABLE "comment_threads" ADD CONSTRAINT "comment_threads_pull_request_id_pull_requests_id_fk" FOREIGN KEY ("pull_request_id") REFERENCES "public"."pull_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_comments" ADD CONSTRAINT "pull_comments_pull_request_id_pull_requests_id_fk" FOREIGN KEY ("pull_request_id") REFERENCES "public"."pull_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_comments" ADD CONSTRAINT "pull_comments_thread_id_comment_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."comment_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_comments" ADD CONSTRAINT "pull_comments_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_pull_request_id_pull_requests_id_fk" FOREIGN KEY ("pull_request_id") REFERENCES "public"."pull_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_threads_pull_request" ON "comment_threads" USING btree ("pull_request_id");--> statement-breakpoint
CREATE INDEX "pull_comments_pull_request" ON "pull_comments" USING btree ("pull_request_id","created_at","id");--> statement-breakpoint
CREATE INDEX "pull_comments_thread" ON "pull_comments" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "reviews_pull_request" ON "reviews" USING btree ("pull_request_id","submitted_at","id");