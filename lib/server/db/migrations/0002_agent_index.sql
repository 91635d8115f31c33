CREATE SEQUENCE "public"."agent_changes" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "agents" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"entry" jsonb NOT NULL,
	"created_at" text NOT NULL,
	"updated_at" text NOT NULL,
	"latest_run_id" text NOT NULL,
	"repos" jsonb,
	"branches" jsonb,
	"run_id" text,
	"run_status" text,
	"run_updated_at" text,
	"total_tokens" bigint,
	"detail_for" text,
	"runs_for" text,
	"usage_for" text,
	"checked_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"pass" integer DEFAULT 0 NOT NULL,
	"change" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "index_state" (
	"source" text PRIMARY KEY NOT NULL,
	"pass" integer DEFAULT 0 NOT NULL,
	"cursor" text,
	"pass_began_at" timestamp with time zone,
	"pass_ended_at" timestamp with time zone,
	"polled_at" timestamp with time zone,
	"trouble" text,
	"trouble_at" timestamp with time zone,
	"retention_seconds" integer
);
--> statement-breakpoint
CREATE TABLE "recorded_events" (
	"agent_id" text NOT NULL,
	"run_id" text NOT NULL,
	"position" integer NOT NULL,
	"key" text NOT NULL,
	"event_id" text,
	"event" text NOT NULL,
	"data" text NOT NULL,
	CONSTRAINT "recorded_events_agent_id_run_id_position_pk" PRIMARY KEY("agent_id","run_id","position"),
	CONSTRAINT "recorded_events_once" UNIQUE("agent_id","run_id","key")
);
--> statement-breakpoint
CREATE TABLE "recordings" (
	"agent_id" text NOT NULL,
	"run_id" text NOT NULL,
	"state" text NOT NULL,
	"events" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recordings_agent_id_run_id_pk" PRIMARY KEY("agent_id","run_id"),
	CONSTRAINT "recordings_state" CHECK ("recordings"."state" in ('open', 'complete', 'expired', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "removed_agents" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	"change" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"agent_id" text NOT NULL,
	"id" text NOT NULL,
	"status" text NOT NULL,
	"created_at" text NOT NULL,
	"updated_at" text NOT NULL,
	"duration_ms" bigint,
	"failure" text,
	"usage_uuid" text,
	"input_tokens" bigint,
	"output_tokens" bigint,
	"cache_write_tokens" bigint,
	"cache_read_tokens" bigint,
	"total_tokens" bigint,
	CONSTRAINT "runs_agent_id_id_pk" PRIMARY KEY("agent_id","id")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_views_by_name" UNIQUE("person_id","name")
);
--> statement-breakpoint
ALTER TABLE "recorded_events" ADD CONSTRAINT "recorded_events_agent_id_run_id_recordings_agent_id_run_id_fk" FOREIGN KEY ("agent_id","run_id") REFERENCES "public"."recordings"("agent_id","run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agents_by_change" ON "agents" USING btree ("source","change");--> statement-breakpoint
CREATE INDEX "agents_by_creation" ON "agents" USING btree ("source","created_at");--> statement-breakpoint
CREATE INDEX "agents_by_pass" ON "agents" USING btree ("source","pass");--> statement-breakpoint
CREATE INDEX "recordings_by_age" ON "recordings" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "removed_agents_by_change" ON "removed_agents" USING btree ("source","change");--> statement-breakpoint
CREATE INDEX "runs_by_creation" ON "runs" USING btree ("created_at");