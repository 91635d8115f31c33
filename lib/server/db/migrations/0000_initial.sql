CREATE SEQUENCE "public"."agent_changes" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."hosting_change_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "agent_profiles" (
	"agent_id" text PRIMARY KEY NOT NULL,
	"name" text,
	"labels" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_tokens_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "api_tokens_role" CHECK ("api_tokens"."role" in ('viewer', 'operator', 'admin'))
);
--> statement-breakpoint
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
CREATE TABLE "inbox_reads" (
	"person_id" uuid NOT NULL,
	"key" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "inbox_reads_person_id_key_pk" PRIMARY KEY("person_id","key")
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
	"launched_at" timestamp with time zone NOT NULL,
	"launched_by" uuid
);
--> statement-breakpoint
CREATE TABLE "mcp_flows" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
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
CREATE TABLE "seen_versions" (
	"person_id" uuid NOT NULL,
	"pull_id" text NOT NULL,
	"number" bigint NOT NULL,
	"head_sha" text NOT NULL,
	"base_sha" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "seen_versions_person_id_pull_id_number_pk" PRIMARY KEY("person_id","pull_id","number")
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
CREATE TABLE "viewed_files" (
	"person_id" uuid NOT NULL,
	"pull_id" text NOT NULL,
	"digest" text NOT NULL,
	"mark" text NOT NULL,
	"viewed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "viewed_files_person_id_pull_id_digest_pk" PRIMARY KEY("person_id","pull_id","digest")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"entry" jsonb NOT NULL,
	"created_at" text NOT NULL,
	"updated_at" text NOT NULL,
	"latest_run_id" text NOT NULL,
	"repository_ids" text[],
	"repos" jsonb,
	"branches" jsonb,
	"run_id" text,
	"run_status" text,
	"run_updated_at" text,
	"run_created_at" text,
	"run_duration_ms" bigint,
	"run_error_code" text,
	"run_question_id" text,
	"run_failed_steps" integer,
	"run_plan" boolean,
	"offline_worker" jsonb,
	"total_tokens" bigint,
	"pull_state" text,
	"pulls" jsonb,
	"pull_checked_at" timestamp with time zone,
	"detail_for" text,
	"runs_for" text,
	"usage_for" text,
	"launcher" jsonb,
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
	"last_error" text,
	"last_error_at" timestamp with time zone,
	"searched_change" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "numbered_runs" (
	"agent_id" text NOT NULL,
	"number" integer NOT NULL,
	"id" text NOT NULL,
	"status" text NOT NULL,
	"created_at" text NOT NULL,
	"updated_at" text NOT NULL,
	CONSTRAINT "numbered_runs_agent_id_number_pk" PRIMARY KEY("agent_id","number"),
	CONSTRAINT "numbered_runs_by_id" UNIQUE("agent_id","id")
);
--> statement-breakpoint
CREATE TABLE "person_access" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"readable" text[] NOT NULL,
	"denied" text[] NOT NULL,
	"change" bigint NOT NULL
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
	"searched_events" integer DEFAULT 0 NOT NULL,
	"failed_steps" integer,
	"plan" boolean,
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
CREATE TABLE "known_workers" (
	"source" text NOT NULL,
	"id" text NOT NULL,
	"worker" jsonb NOT NULL,
	"connected" boolean NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_workers_source_id_pk" PRIMARY KEY("source","id")
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
CREATE TABLE "worker_agents" (
	"source" text NOT NULL,
	"worker_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "worker_agents_source_worker_id_agent_id_pk" PRIMARY KEY("source","worker_id","agent_id")
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
CREATE TABLE "follow_up_queues" (
	"source" text NOT NULL,
	"agent_id" text NOT NULL,
	"resumed_run_id" text NOT NULL,
	CONSTRAINT "follow_up_queues_source_agent_id_pk" PRIMARY KEY("source","agent_id")
);
--> statement-breakpoint
CREATE TABLE "follow_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"agent_id" text NOT NULL,
	"person_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"text" text NOT NULL,
	"mode" text,
	"images" integer NOT NULL,
	"mcp_servers" integer NOT NULL,
	"sealed" text,
	"force" boolean DEFAULT false NOT NULL,
	"pull_request" text,
	"problem" text,
	"after_run_id" text,
	"claimed_at" timestamp with time zone,
	"retry_at" timestamp with time zone,
	"run_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "follow_ups_state" CHECK ("follow_ups"."state" in ('waiting', 'sending', 'refused', 'uncertain', 'sent'))
);
--> statement-breakpoint
CREATE TABLE "answer_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"label" text NOT NULL,
	"answer" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "answer_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"agent_id" text NOT NULL,
	"agent_name" text NOT NULL,
	"run_id" text NOT NULL,
	"question_id" text NOT NULL,
	"text" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "answer_requests_question" UNIQUE("person_id","run_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "dashboard_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"sealed" text,
	"address_hash" text NOT NULL,
	"events" jsonb NOT NULL,
	"scope" text NOT NULL,
	"queue_minutes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_sent_at" timestamp with time zone,
	"problem" text,
	"problem_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"paused_at" timestamp with time zone,
	CONSTRAINT "notification_channels_address" UNIQUE("person_id","address_hash")
);
--> statement-breakpoint
CREATE TABLE "notification_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"facts" jsonb NOT NULL,
	CONSTRAINT "notification_events_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "notification_items" (
	"channel_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"message_id" uuid,
	CONSTRAINT "notification_items_channel_id_event_id_pk" PRIMARY KEY("channel_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "notification_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"send_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notification_messages_state" CHECK ("notification_messages"."state" in ('waiting', 'sending', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "notification_schedules" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"quiet_from" integer NOT NULL,
	"quiet_to" integer NOT NULL,
	"digest" text NOT NULL,
	"digest_at" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" text NOT NULL,
	"run_id" text NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"event_id" text,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"restricted" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "search_documents_once" UNIQUE("agent_id","run_id","key")
);
--> statement-breakpoint
CREATE TABLE "retired_secrets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retired_secrets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sealed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_variables" (
	"id" uuid PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"owner" text NOT NULL,
	"person_id" uuid,
	"repository" text,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"sealed" text NOT NULL,
	"apply" text NOT NULL,
	"models" jsonb NOT NULL,
	"pools" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp with time zone,
	"last_agent_id" text,
	CONSTRAINT "saved_variables_name" UNIQUE("scope","owner","name"),
	CONSTRAINT "saved_variables_scope" CHECK ("saved_variables"."scope" in ('team', 'repository', 'person')),
	CONSTRAINT "saved_variables_kind" CHECK ("saved_variables"."kind" in ('variable', 'secret')),
	CONSTRAINT "saved_variables_owner" CHECK (("saved_variables"."scope" = 'person') = ("saved_variables"."person_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "budget_cancels" (
	"agent_id" text NOT NULL,
	"run_id" text NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "budget_cancels_once" UNIQUE("agent_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "budget_events" (
	"budget_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "budget_events_budget_id_revision_subject_kind_pk" PRIMARY KEY("budget_id","revision","subject","kind")
);
--> statement-breakpoint
CREATE TABLE "budgets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"person_id" uuid,
	"repository" text,
	"agent_id" text,
	"automation_id" uuid,
	"unit" text NOT NULL,
	"amount" text NOT NULL,
	"currency" text,
	"period" text NOT NULL,
	"warn_at" integer NOT NULL,
	"action" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "budgets_scope" CHECK (num_nonnulls("budgets"."person_id", "budgets"."repository", "budgets"."agent_id", "budgets"."automation_id") = (case when "budgets"."scope" = 'team' then 0 else 1 end))
);
--> statement-breakpoint
CREATE TABLE "removed_runs" (
	"agent_id" text NOT NULL,
	"id" text NOT NULL,
	"source" text NOT NULL,
	"agent_name" text NOT NULL,
	"created_at" text NOT NULL,
	"owner_id" text,
	"automation_id" text,
	"repos" jsonb,
	"model" text,
	"input_tokens" bigint,
	"output_tokens" bigint,
	"cache_write_tokens" bigint,
	"cache_read_tokens" bigint,
	"total_tokens" bigint,
	CONSTRAINT "removed_runs_agent_id_id_pk" PRIMARY KEY("agent_id","id")
);
--> statement-breakpoint
CREATE TABLE "batch_members" (
	"batch_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"model" jsonb,
	"repository" integer,
	"repositories" jsonb NOT NULL,
	"attempt" integer NOT NULL,
	"state" text NOT NULL,
	"agent_id" text,
	"problem" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"claimed_at" timestamp with time zone,
	"retry_at" timestamp with time zone,
	CONSTRAINT "batch_members_batch_id_position_pk" PRIMARY KEY("batch_id","position"),
	CONSTRAINT "batch_members_state" CHECK ("batch_members"."state" in ('waiting', 'launching', 'launched', 'failed', 'uncertain'))
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prompt" text NOT NULL,
	"fields" jsonb,
	"sealed" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "automation_firings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"automation_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"missed" integer DEFAULT 0 NOT NULL,
	"event" text,
	"pull" text,
	"person_id" uuid,
	"ancestors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_at" timestamp with time zone,
	"retry_at" timestamp with time zone,
	"agent_id" text,
	"problem" text,
	"finished_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"run_status" text,
	CONSTRAINT "automation_firings_once" UNIQUE("automation_id","key"),
	CONSTRAINT "automation_firings_by_number" UNIQUE("automation_id","number")
);
--> statement-breakpoint
CREATE TABLE "automations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"owner_id" uuid,
	"prompt" text NOT NULL,
	"trigger" jsonb NOT NULL,
	"launch" jsonb NOT NULL,
	"concurrency_limit" integer NOT NULL,
	"overflow" text NOT NULL,
	"sealed_secret" text,
	"paused_at" timestamp with time zone,
	"pause_reason" text,
	"next_at" timestamp with time zone,
	"scheduled_at" timestamp with time zone,
	"last_number" integer DEFAULT 0 NOT NULL,
	"last_event" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"dropped_count" integer DEFAULT 0 NOT NULL,
	"dropped_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "automations_by_name" UNIQUE("source","name"),
	CONSTRAINT "automations_pause" CHECK (("automations"."paused_at" is null) = ("automations"."pause_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_reads" ADD CONSTRAINT "inbox_reads_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "launch_templates" ADD CONSTRAINT "launch_templates_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "launches" ADD CONSTRAINT "launches_launched_by_people_id_fk" FOREIGN KEY ("launched_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_flows" ADD CONSTRAINT "mcp_flows_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen_versions" ADD CONSTRAINT "seen_versions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewed_files" ADD CONSTRAINT "viewed_files_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_access" ADD CONSTRAINT "person_access_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recorded_events" ADD CONSTRAINT "recorded_events_agent_id_run_id_recordings_agent_id_run_id_fk" FOREIGN KEY ("agent_id","run_id") REFERENCES "public"."recordings"("agent_id","run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_links" ADD CONSTRAINT "answer_links_request_id_answer_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."answer_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_requests" ADD CONSTRAINT "answer_requests_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_items" ADD CONSTRAINT "notification_items_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_items" ADD CONSTRAINT "notification_items_event_id_notification_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."notification_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_items" ADD CONSTRAINT "notification_items_message_id_notification_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."notification_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_messages" ADD CONSTRAINT "notification_messages_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_schedules" ADD CONSTRAINT "notification_schedules_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_variables" ADD CONSTRAINT "saved_variables_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_events" ADD CONSTRAINT "budget_events_budget_id_budgets_id_fk" FOREIGN KEY ("budget_id") REFERENCES "public"."budgets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_members" ADD CONSTRAINT "batch_members_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_firings" ADD CONSTRAINT "automation_firings_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_firings" ADD CONSTRAINT "automation_firings_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_by_person" ON "api_tokens" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_by_request" ON "audit" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_by_person" ON "identities" USING btree ("person_id","issuer");--> statement-breakpoint
CREATE INDEX "mcp_flows_expiry" ON "mcp_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "seen_versions_by_time" ON "seen_versions" USING btree ("person_id","seen_at");--> statement-breakpoint
CREATE INDEX "sessions_by_person" ON "sessions" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "viewed_files_by_time" ON "viewed_files" USING btree ("person_id","viewed_at");--> statement-breakpoint
CREATE INDEX "agents_by_change" ON "agents" USING btree ("source","change");--> statement-breakpoint
CREATE INDEX "agents_by_creation" ON "agents" USING btree ("source","created_at");--> statement-breakpoint
CREATE INDEX "agents_by_pass" ON "agents" USING btree ("source","pass");--> statement-breakpoint
CREATE INDEX "recordings_by_age" ON "recordings" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "recordings_unsearched" ON "recordings" USING btree ("updated_at") WHERE "recordings"."searched_events" < "recordings"."events";--> statement-breakpoint
CREATE INDEX "removed_agents_by_change" ON "removed_agents" USING btree ("source","change");--> statement-breakpoint
CREATE INDEX "runs_by_creation" ON "runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "known_workers_seen" ON "known_workers" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "pool_samples_at" ON "pool_samples" USING btree ("at");--> statement-breakpoint
CREATE INDEX "queue_rows_change" ON "queue_rows" USING btree ("source","change");--> statement-breakpoint
CREATE INDEX "worker_agents_seen" ON "worker_agents" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "worker_agents_by_agent" ON "worker_agents" USING btree ("source","agent_id","seen_at");--> statement-breakpoint
CREATE INDEX "received_deliveries_waiting" ON "received_deliveries" USING btree ("received_at") WHERE "received_deliveries"."body" is not null;--> statement-breakpoint
CREATE INDEX "received_deliveries_time" ON "received_deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "received_deliveries_change" ON "received_deliveries" USING btree ("change_number");--> statement-breakpoint
CREATE INDEX "follow_ups_by_agent" ON "follow_ups" USING btree ("source","agent_id","position");--> statement-breakpoint
CREATE INDEX "follow_ups_open" ON "follow_ups" USING btree ("source") WHERE "follow_ups"."state" <> 'sent';--> statement-breakpoint
CREATE INDEX "follow_ups_by_pull_request" ON "follow_ups" USING btree ("source","pull_request");--> statement-breakpoint
CREATE INDEX "answer_links_request" ON "answer_links" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "answer_requests_expiry" ON "answer_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "notification_events_at" ON "notification_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notification_items_due" ON "notification_items" USING btree ("channel_id","due_at") WHERE "notification_items"."message_id" is null;--> statement-breakpoint
CREATE INDEX "notification_items_message" ON "notification_items" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "notification_items_event" ON "notification_items" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_messages_open" ON "notification_messages" USING btree ("channel_id") WHERE "notification_messages"."state" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "notification_messages_due" ON "notification_messages" USING btree ("send_at") WHERE "notification_messages"."state" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "notification_messages_created" ON "notification_messages" USING btree ("channel_id","created_at");--> statement-breakpoint
CREATE INDEX "search_documents_by_word" ON "search_documents" USING gin ("words");--> statement-breakpoint
CREATE INDEX "search_documents_by_time" ON "search_documents" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "search_documents_by_kind" ON "search_documents" USING btree ("kind","at","id");--> statement-breakpoint
CREATE INDEX "saved_variables_by_person" ON "saved_variables" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "removed_runs_by_creation" ON "removed_runs" USING btree ("source","created_at");--> statement-breakpoint
CREATE INDEX "batch_members_by_agent" ON "batch_members" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "batch_members_open" ON "batch_members" USING btree ("state") WHERE "batch_members"."state" in ('waiting', 'launching');--> statement-breakpoint
CREATE INDEX "batches_by_creation" ON "batches" USING btree ("source","created_at");--> statement-breakpoint
CREATE INDEX "automation_firings_by_time" ON "automation_firings" USING btree ("automation_id","created_at");--> statement-breakpoint
CREATE INDEX "automation_firings_by_agent" ON "automation_firings" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "automation_firings_waiting" ON "automation_firings" USING btree ("automation_id","number") WHERE "automation_firings"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "automation_firings_active" ON "automation_firings" USING btree ("automation_id") WHERE "automation_firings"."state" = 'launching' or ("automation_firings"."state" = 'launched' and "automation_firings"."ended_at" is null);--> statement-breakpoint
CREATE INDEX "automation_firings_by_age" ON "automation_firings" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "automations_due" ON "automations" USING btree ("source","next_at") WHERE "automations"."paused_at" is null;--> statement-breakpoint
CREATE INDEX "automations_by_event" ON "automations" USING btree (("trigger" ->> 'repository'));