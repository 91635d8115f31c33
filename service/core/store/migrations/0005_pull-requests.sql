CREATE TABLE "pull_request_versions" (
	"pull_request_id" text NOT NULL,
	"number" integer NOT NULL,
	"head_sha" text NOT NULL,
	"base_sha" text NOT NULL,
	"additions" integer NOT NULL,
	"deletions" integer NOT NULL,
	"changed_files" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"merge_state" text DEFAULT 'unknown' NOT NULL,
	"merge_sha" text,
	"merge_base_sha" text,
	"kept" boolean DEFAULT false NOT NULL,
	CONSTRAINT "pull_request_versions_pull_request_id_number_pk" PRIMARY KEY("pull_request_id","number")
);
--> statement-breakpoint
CREATE TABLE "pull_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"repository_id" text NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"state" text NOT NULL,
	"draft" boolean NOT NULL,
	"head_ref" text NOT NULL,
	"base_ref" text NOT NULL,
	"author_id" text NOT NULL,
	"author_app_id" text,
	"stack_id" text,
	"parent_id" text,
	"version" integer NOT NULL,
	"merge_commit_sha" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"closed_at" bigint,
	"merged_at" bigint
);
--> statement-breakpoint
ALTER TABLE "ref_updates" ADD COLUMN "followed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "last_pull_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pull_request_versions" ADD CONSTRAINT "pull_request_versions_pull_request_id_pull_requests_id_fk" FOREIGN KEY ("pull_request_id") REFERENCES "public"."pull_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_requests" ADD CONSTRAINT "pull_requests_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pull_request_versions_head" ON "pull_request_versions" USING btree ("head_sha");--> statement-breakpoint
CREATE INDEX "pull_request_versions_unkept" ON "pull_request_versions" USING btree ("pull_request_id") WHERE not "pull_request_versions"."kept";--> statement-breakpoint
CREATE UNIQUE INDEX "pull_requests_number" ON "pull_requests" USING btree ("repository_id","number");--> statement-breakpoint
CREATE INDEX "pull_requests_created" ON "pull_requests" USING btree ("repository_id","created_at","number");--> statement-breakpoint
CREATE INDEX "pull_requests_updated" ON "pull_requests" USING btree ("repository_id","updated_at","number");--> statement-breakpoint
CREATE INDEX "pull_requests_author" ON "pull_requests" USING btree ("repository_id","author_id");--> statement-breakpoint
CREATE INDEX "pull_requests_stack" ON "pull_requests" USING btree ("stack_id");--> statement-breakpoint
CREATE INDEX "pull_requests_parent" ON "pull_requests" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "pull_requests_open_head" ON "pull_requests" USING btree ("repository_id","head_ref") WHERE "pull_requests"."state" = 'open';--> statement-breakpoint
CREATE INDEX "pull_requests_open_base" ON "pull_requests" USING btree ("repository_id","base_ref") WHERE "pull_requests"."state" = 'open';--> statement-breakpoint
CREATE INDEX "ref_updates_unfollowed" ON "ref_updates" USING btree ("repository_id","id") WHERE not "ref_updates"."followed";