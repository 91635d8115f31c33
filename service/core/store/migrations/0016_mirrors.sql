CREATE TABLE "mirror_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"repository_id" text NOT NULL,
	"transition" text NOT NULL,
	"forced" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"phase" text NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" bigint NOT NULL,
	"drain_until" bigint,
	"last_error_code" text,
	"last_error_message" text,
	"started_at" bigint,
	"completed_at" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mirrors" (
	"repository_id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"credential" "bytea",
	"upstream_admins" jsonb NOT NULL,
	"wished" bigint DEFAULT 0 NOT NULL,
	"satisfied" bigint DEFAULT 0 NOT NULL,
	"next_sync_at" bigint NOT NULL,
	"last_synced_at" bigint,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error_code" text,
	"last_error_message" text,
	"pushed_update_id" bigint DEFAULT 0 NOT NULL,
	"leased_by" text,
	"leased_until" bigint,
	"detached_at" bigint
);
--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "mirror_status" text;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "mirror_source" text;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "mirror_source_id" text;--> statement-breakpoint
ALTER TABLE "mirror_jobs" ADD CONSTRAINT "mirror_jobs_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirrors" ADD CONSTRAINT "mirrors_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mirror_jobs_repository" ON "mirror_jobs" USING btree ("repository_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mirror_jobs_active" ON "mirror_jobs" USING btree ("repository_id") WHERE "mirror_jobs"."status" in ('queued', 'running', 'requires_attention');--> statement-breakpoint
CREATE INDEX "mirrors_next_sync" ON "mirrors" USING btree ("next_sync_at");