CREATE TABLE "agents" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "agents_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" integer NOT NULL,
	"user_id" integer,
	"service_account_id" text,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"env_type" text NOT NULL,
	"env_name" text,
	"repos" jsonb NOT NULL,
	"work_on_current_branch" boolean NOT NULL,
	"auto_create_pr" boolean NOT NULL,
	"skip_reviewer_request" boolean NOT NULL,
	"model" jsonb NOT NULL,
	"custom_subagents" jsonb NOT NULL,
	"mode" text NOT NULL,
	"secrets" "bytea",
	"branch_name" text NOT NULL,
	"branches" jsonb NOT NULL,
	"session_id" text,
	"latest_run_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "agents_position_unique" UNIQUE("position")
);
--> statement-breakpoint
CREATE TABLE "run_events" (
	"run_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"event_id" text NOT NULL,
	"event" text NOT NULL,
	"data" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "run_events_run_id_sequence_pk" PRIMARY KEY("run_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "runs_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" text NOT NULL,
	"status" text NOT NULL,
	"mode" text NOT NULL,
	"prompt_text" text NOT NULL,
	"prompt_images" jsonb NOT NULL,
	"secrets" "bytea",
	"result" text,
	"error" jsonb,
	"usage" jsonb,
	"usage_uuid" text,
	"cancel_requested_at" bigint,
	"lease_instance" text,
	"lease_at" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"ended_at" bigint,
	CONSTRAINT "runs_position_unique" UNIQUE("position")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" integer,
	"service_account_id" text,
	"agent_scoped" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"deleted_at" bigint,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash"),
	CONSTRAINT "api_keys_owner" CHECK (("api_keys"."kind" = 'user') = ("api_keys"."user_id" is not null)
        and ("api_keys"."kind" = 'serviceAccount') = ("api_keys"."service_account_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "service_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" integer NOT NULL,
	"name" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "teams_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"default_model" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"actor_id" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"team_id" integer NOT NULL,
	"is_team_admin" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"default_model" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "users_actor_id_unique" UNIQUE("actor_id")
);
--> statement-breakpoint
CREATE TABLE "namespaces" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"slug_folded" text NOT NULL,
	"type" text NOT NULL,
	"team_id" integer,
	"user_id" integer,
	"created_at" bigint NOT NULL,
	CONSTRAINT "namespaces_slug_folded_unique" UNIQUE("slug_folded"),
	CONSTRAINT "namespaces_owner" CHECK (("namespaces"."team_id" is null) <> ("namespaces"."user_id" is null))
);
--> statement-breakpoint
CREATE TABLE "repositories" (
	"id" text PRIMARY KEY NOT NULL,
	"namespace_id" text NOT NULL,
	"name" text NOT NULL,
	"name_folded" text NOT NULL,
	"default_branch" text NOT NULL,
	"visibility" text DEFAULT 'private' NOT NULL,
	"allow_merge_commit" boolean DEFAULT true NOT NULL,
	"allow_squash_merge" boolean DEFAULT true NOT NULL,
	"delete_branch_on_merge" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"pushed_at" bigint
);
--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_service_account_id_service_accounts_id_fk" FOREIGN KEY ("service_account_id") REFERENCES "public"."service_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_events" ADD CONSTRAINT "run_events_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_service_account_id_service_accounts_id_fk" FOREIGN KEY ("service_account_id") REFERENCES "public"."service_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "namespaces" ADD CONSTRAINT "namespaces_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "namespaces" ADD CONSTRAINT "namespaces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agents_team_position" ON "agents" USING btree ("team_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "agents_user_position" ON "agents" USING btree ("user_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "run_events_event_id" ON "run_events" USING btree ("run_id","event_id");--> statement-breakpoint
CREATE INDEX "runs_agent_position" ON "runs" USING btree ("agent_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_active" ON "runs" USING btree ("agent_id") WHERE "runs"."status" in ('CREATING', 'RUNNING');--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "repositories_name" ON "repositories" USING btree ("namespace_id","name_folded");