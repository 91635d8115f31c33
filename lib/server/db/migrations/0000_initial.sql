CREATE SEQUENCE "public"."agent_changes" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."hosting_change_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"person_id" uuid NOT NULL,
	"person_email" text NOT NULL,
	"operation_id" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"phase" text NOT NULL,
	"status" integer,
	"request_id" text NOT NULL,
	"detail" jsonb NOT NULL,
	CONSTRAINT "audit_phase" CHECK ("audit"."phase" in ('intent', 'outcome'))
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"person_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "launch_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"shared" boolean NOT NULL,
	"fields" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "launch_templates_by_name" UNIQUE("person_id","name")
);
--> statement-breakpoint
CREATE TABLE "launches" (
	"agent_id" text PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"launched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"display_name" text NOT NULL,
	"role" text NOT NULL,
	"session_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"disabled_at" timestamp with time zone,
	"last_sign_in_at" timestamp with time zone,
	CONSTRAINT "people_email_unique" UNIQUE("email"),
	CONSTRAINT "people_role" CHECK ("people"."role" in ('viewer', 'operator', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"method" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "token_prices" (
	"model" text PRIMARY KEY NOT NULL,
	"input" bigint NOT NULL,
	"output" bigint NOT NULL,
	"cache_write" bigint NOT NULL,
	"cache_read" bigint NOT NULL,
	"currency" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
	"run_created_at" text,
	"run_duration_ms" bigint,
	"run_error_code" text,
	"run_failed_steps" integer,
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
	"trouble_at" timestamp with time zone
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
	"failed_steps" integer,
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
	"list" text DEFAULT 'agents' NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_views_by_name" UNIQUE("person_id","list","name")
);
--> statement-breakpoint
CREATE TABLE "pool_samples" (
	"source" text NOT NULL,
	"pool" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"connected" integer NOT NULL,
	"in_use" integer NOT NULL,
	"waiting" integer NOT NULL,
	CONSTRAINT "pool_samples_source_pool_at_pk" PRIMARY KEY("source","pool","at")
);
--> statement-breakpoint
CREATE TABLE "queue_rows" (
	"source" text NOT NULL,
	"id" text NOT NULL,
	"row" jsonb,
	"change" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "queue_rows_source_id_pk" PRIMARY KEY("source","id")
);
--> statement-breakpoint
CREATE TABLE "queue_watches" (
	"source" text PRIMARY KEY NOT NULL,
	"change" bigint NOT NULL,
	"health" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "received_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"body" text,
	"change" jsonb,
	"change_number" bigint
);
--> statement-breakpoint
CREATE TABLE "received_reactions" (
	"comment_id" text NOT NULL,
	"reactor" text NOT NULL,
	"content" text NOT NULL,
	"held" boolean NOT NULL,
	"at_ms" bigint NOT NULL,
	"event_id" text NOT NULL,
	CONSTRAINT "received_reactions_comment_id_reactor_content_pk" PRIMARY KEY("comment_id","reactor","content")
);
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "launch_templates" ADD CONSTRAINT "launch_templates_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recorded_events" ADD CONSTRAINT "recorded_events_agent_id_run_id_recordings_agent_id_run_id_fk" FOREIGN KEY ("agent_id","run_id") REFERENCES "public"."recordings"("agent_id","run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_by_request" ON "audit" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_by_person" ON "identities" USING btree ("person_id","issuer");--> statement-breakpoint
CREATE INDEX "sessions_by_person" ON "sessions" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "agents_by_change" ON "agents" USING btree ("source","change");--> statement-breakpoint
CREATE INDEX "agents_by_creation" ON "agents" USING btree ("source","created_at");--> statement-breakpoint
CREATE INDEX "agents_by_pass" ON "agents" USING btree ("source","pass");--> statement-breakpoint
CREATE INDEX "recordings_by_age" ON "recordings" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "removed_agents_by_change" ON "removed_agents" USING btree ("source","change");--> statement-breakpoint
CREATE INDEX "runs_by_creation" ON "runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "pool_samples_at" ON "pool_samples" USING btree ("at");--> statement-breakpoint
CREATE INDEX "queue_rows_change" ON "queue_rows" USING btree ("source","change");--> statement-breakpoint
CREATE INDEX "received_deliveries_waiting" ON "received_deliveries" USING btree ("received_at") WHERE "received_deliveries"."body" is not null;--> statement-breakpoint
CREATE INDEX "received_deliveries_time" ON "received_deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "received_deliveries_change" ON "received_deliveries" USING btree ("change_number");