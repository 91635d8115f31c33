CREATE TABLE "check_run_annotations" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"position" integer NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	"title" text,
	"raw_details" text,
	"path" text,
	"start_line" integer,
	"end_line" integer,
	"start_column" integer,
	"end_column" integer,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"suite_id" text NOT NULL,
	"key" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"conclusion" text,
	"external_updated_at" bigint NOT NULL,
	"started_at" bigint,
	"completed_at" bigint,
	"details_url" text,
	"output_title" text,
	"output_summary" text,
	"output_text" text,
	"deadline_at" bigint,
	"is_rerequestable" boolean NOT NULL,
	"rerequested_at" bigint,
	"rerequested_by_id" text,
	"rerequested_by_app_id" text,
	"last_rerequested_at" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_suites" (
	"id" text PRIMARY KEY NOT NULL,
	"repository_id" text NOT NULL,
	"sha" text NOT NULL,
	"actor_id" text NOT NULL,
	"key" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"details_url" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "check_run_annotations" ADD CONSTRAINT "check_run_annotations_run_id_check_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."check_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_runs" ADD CONSTRAINT "check_runs_suite_id_check_suites_id_fk" FOREIGN KEY ("suite_id") REFERENCES "public"."check_suites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_suites" ADD CONSTRAINT "check_suites_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "check_run_annotations_position" ON "check_run_annotations" USING btree ("run_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "check_runs_attempt" ON "check_runs" USING btree ("suite_id","key","external_id");--> statement-breakpoint
CREATE INDEX "check_runs_deadline" ON "check_runs" USING btree ("deadline_at") WHERE "check_runs"."status" = 'in_progress' and "check_runs"."deadline_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "check_suites_attempt" ON "check_suites" USING btree ("repository_id","sha","actor_id","key","external_id");