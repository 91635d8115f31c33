CREATE TABLE "accounts" (
	"team_id" integer PRIMARY KEY NOT NULL,
	"switches" jsonb NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sub_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"team_id" integer NOT NULL,
	"key_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_programs" (
	"name" text PRIMARY KEY NOT NULL,
	"preset" text,
	"version" text,
	"update" jsonb,
	"command" jsonb,
	"secrets" "bytea" NOT NULL,
	"login" "bytea",
	"logged_in_at" bigint,
	"login_methods" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"enabled" boolean NOT NULL,
	"default_model" text,
	"default_options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"users" jsonb,
	"status" text NOT NULL,
	"detail" text NOT NULL,
	"offer" jsonb,
	"test_id" text,
	"checked_at" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "agents_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" integer NOT NULL,
	"user_id" integer,
	"service_account_id" text,
	"repository_ids" jsonb,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"env_type" text NOT NULL,
	"env_name" text,
	"push_repository_ids" text[] NOT NULL,
	"used_repository_ids" text[] NOT NULL,
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
	"session_usage" jsonb,
	"question" jsonb,
	"leased_by" text,
	"leased_until" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"ended_at" bigint,
	CONSTRAINT "runs_position_unique" UNIQUE("position")
);
--> statement-breakpoint
CREATE TABLE "app_signing_keys" (
	"app_id" text NOT NULL,
	"kid" text NOT NULL,
	"public_key" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "app_signing_keys_app_id_kid_pk" PRIMARY KEY("app_id","kid")
);
--> statement-breakpoint
CREATE TABLE "apps" (
	"id" text PRIMARY KEY NOT NULL,
	"namespace_id" text NOT NULL,
	"is_system" boolean DEFAULT false NOT NULL,
	"display_name" text NOT NULL,
	"description" text NOT NULL,
	"website_url" text NOT NULL,
	"webhook_url" text NOT NULL,
	"webhook_paused_at" bigint,
	"events" jsonb NOT NULL,
	"installation_redirect_uris" jsonb NOT NULL,
	"default_scopes" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"deleted_at" bigint
);
--> statement-breakpoint
CREATE TABLE "installation_repositories" (
	"installation_id" text NOT NULL,
	"repository_id" text NOT NULL,
	CONSTRAINT "installation_repositories_installation_id_repository_id_pk" PRIMARY KEY("installation_id","repository_id")
);
--> statement-breakpoint
CREATE TABLE "installation_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"installation_id" text NOT NULL,
	"user_id" integer,
	"scopes" jsonb,
	"repository_ids" jsonb,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installations" (
	"id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"namespace_id" text NOT NULL,
	"scopes" jsonb,
	"selection" text NOT NULL,
	"installed_by" integer,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"suspended_at" bigint,
	"deleted_at" bigint
);
--> statement-breakpoint
CREATE TABLE "service_signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" "bytea" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "artifacts" (
	"agent_id" text NOT NULL,
	"path" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"digest" text NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "artifacts_agent_id_path_pk" PRIMARY KEY("agent_id","path")
);
--> statement-breakpoint
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
CREATE TABLE "github_apps" (
	"host" text PRIMARY KEY NOT NULL,
	"app_id" bigint NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"owner" text NOT NULL,
	"client_id" text NOT NULL,
	"secrets" "bytea" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "github_connections" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"host" text NOT NULL,
	"login" text NOT NULL,
	"secrets" "bytea" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "github_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "github_deliveries_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event" text NOT NULL,
	"change" jsonb,
	"received_at" bigint NOT NULL,
	CONSTRAINT "github_deliveries_position_unique" UNIQUE("position")
);
--> statement-breakpoint
CREATE TABLE "github_flows" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"host" text NOT NULL,
	"owner" text NOT NULL,
	"redirect_url" text NOT NULL,
	"secrets" "bytea",
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "github_run_checks" (
	"id" text PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"run_id" text NOT NULL,
	"repo_url" text NOT NULL,
	"branch" text NOT NULL,
	"conclusion" text,
	"check_run_id" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" bigint NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"namespace_id" text NOT NULL,
	"repository_id" text,
	"principal_kind" text NOT NULL,
	"principal_id" text NOT NULL,
	"permission" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "grants_principal" UNIQUE NULLS NOT DISTINCT("namespace_id","repository_id","principal_kind","principal_id")
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"group_id" text NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" integer NOT NULL,
	"slug" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "groups_slug" UNIQUE("team_id","slug")
);
--> statement-breakpoint
CREATE TABLE "hosted_environments" (
	"team_id" integer NOT NULL,
	"name" text NOT NULL,
	"repos" jsonb NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "hosted_environments_team_id_name_pk" PRIMARY KEY("team_id","name")
);
--> statement-breakpoint
CREATE TABLE "labels" (
	"id" text PRIMARY KEY NOT NULL,
	"repository_id" text NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"description" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pull_request_labels" (
	"pull_request_id" text NOT NULL,
	"label_id" text NOT NULL,
	CONSTRAINT "pull_request_labels_pull_request_id_label_id_pk" PRIMARY KEY("pull_request_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "mcp_authorizations" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"team_id" integer NOT NULL,
	"owner" text NOT NULL,
	"secrets" "bytea" NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mcp_connections" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" integer NOT NULL,
	"owner" text NOT NULL,
	"url" text NOT NULL,
	"client_id" text NOT NULL,
	"issuer" text NOT NULL,
	"scope" text,
	"secrets" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
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
	"requested_syncs" bigint DEFAULT 0 NOT NULL,
	"attempted_syncs" bigint DEFAULT 0 NOT NULL,
	"completed_syncs" bigint DEFAULT 0 NOT NULL,
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
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" integer,
	"service_account_id" text,
	"agent_scoped" boolean DEFAULT false NOT NULL,
	"repository_ids" jsonb,
	"registration" jsonb,
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
	"user_id" integer,
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
	"handle" text,
	"team_id" integer NOT NULL,
	"is_team_admin" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"default_model" text,
	"created_at" bigint NOT NULL,
	"previews_ended_at" bigint,
	CONSTRAINT "users_actor_id_unique" UNIQUE("actor_id")
);
--> statement-breakpoint
CREATE TABLE "point_windows" (
	"key" text PRIMARY KEY NOT NULL,
	"started_at" bigint NOT NULL,
	"used" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pools" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" integer NOT NULL,
	"scope" text NOT NULL,
	"owner_id" integer NOT NULL,
	"name" text NOT NULL,
	"repo_owner" text,
	"repo_name" text,
	"repo_url" text,
	"worker_ready_timeout_seconds" integer DEFAULT 0 NOT NULL,
	"first_seen_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	"deregistered_at" bigint
);
--> statement-breakpoint
CREATE TABLE "worker_credentials" (
	"team_id" integer NOT NULL,
	"worker_id" text NOT NULL,
	"hash" text NOT NULL,
	"key_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "worker_credentials_team_id_worker_id_pk" PRIMARY KEY("team_id","worker_id"),
	CONSTRAINT "worker_credentials_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"team_id" integer NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"user_id" integer,
	"service_account_id" text,
	"registration_key_id" text,
	"pool_id" text,
	"repo_owner" text,
	"repo_name" text,
	"repo_url" text,
	"workspace_root_path" text NOT NULL,
	"labels" jsonb NOT NULL,
	"models" jsonb NOT NULL,
	"only_agent_id" text,
	"incarnation" text NOT NULL,
	"connection_id" text,
	"connected_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	"disconnected_at" bigint,
	CONSTRAINT "workers_team_id_id_pk" PRIMARY KEY("team_id","id")
);
--> statement-breakpoint
CREATE TABLE "pull_request_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pull_request_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pull_request_id" text NOT NULL,
	"type" text NOT NULL,
	"actor_id" text,
	"actor_app_id" text,
	"details" jsonb NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pull_request_versions" (
	"pull_request_id" text NOT NULL,
	"number" integer NOT NULL,
	"head_sha" text NOT NULL,
	"base_sha" text NOT NULL,
	"additions" integer NOT NULL,
	"deletions" integer NOT NULL,
	"changed_files" integer NOT NULL,
	"diff_error" text,
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
	"merge_bypass_id" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"closed_at" bigint,
	"merged_at" bigint
);
--> statement-breakpoint
CREATE TABLE "pending_requests" (
	"agent_id" text PRIMARY KEY NOT NULL,
	"team_id" integer NOT NULL,
	"pool_id" text,
	"machine_user_id" integer,
	"machine_name" text,
	"pool_name" text,
	"any_repo" boolean NOT NULL,
	"repository_ids" jsonb NOT NULL,
	"model" text NOT NULL,
	"entry" jsonb NOT NULL,
	"state" text NOT NULL,
	"run_id" text,
	"queued_at" bigint NOT NULL,
	"worker_id" text,
	"claim_id" text,
	"deadline_at" bigint,
	"lapsed_worker_id" text,
	"adopted" boolean DEFAULT false NOT NULL,
	"released" boolean DEFAULT false NOT NULL,
	"run_worker_id" text
);
--> statement-breakpoint
CREATE TABLE "queue_events" (
	"team_id" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"event" text NOT NULL,
	"pool_name" text,
	"any_repo" boolean NOT NULL,
	"repository_ids" jsonb NOT NULL,
	"data" jsonb NOT NULL,
	"deadline_at" bigint,
	"at" bigint NOT NULL,
	CONSTRAINT "queue_events_team_id_sequence_pk" PRIMARY KEY("team_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "queue_heads" (
	"team_id" integer PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"claim_id" text NOT NULL,
	"key_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watch_slots" (
	"service_account_id" text NOT NULL,
	"slot" integer NOT NULL,
	"watch_id" text NOT NULL,
	"seen_at" bigint NOT NULL,
	CONSTRAINT "watch_slots_service_account_id_slot_pk" PRIMARY KEY("service_account_id","slot")
);
--> statement-breakpoint
CREATE TABLE "ref_updates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ref_updates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"repository_id" text NOT NULL,
	"ref" text NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"user_id" integer,
	"service_account_id" text,
	"app_id" text,
	"run_id" text,
	"settled" boolean NOT NULL,
	"followed" boolean DEFAULT false NOT NULL,
	"problem" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "namespaces" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"slug_folded" text NOT NULL,
	"type" text NOT NULL,
	"team_id" integer,
	"user_id" integer,
	"account" jsonb,
	"require_certificates" boolean DEFAULT false NOT NULL,
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
	"last_pull_number" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"pushed_at" bigint,
	"mirror_status" text,
	"mirror_source" text,
	"mirror_source_id" text
);
--> statement-breakpoint
CREATE TABLE "review_requests" (
	"pull_request_id" text NOT NULL,
	"reviewer_id" text NOT NULL,
	"requested_by_id" text NOT NULL,
	"requested_by_app_id" text,
	"requested_at" bigint NOT NULL,
	"completed_at" bigint,
	CONSTRAINT "review_requests_pull_request_id_reviewer_id_pk" PRIMARY KEY("pull_request_id","reviewer_id")
);
--> statement-breakpoint
CREATE TABLE "comment_reactions" (
	"comment_id" text NOT NULL,
	"reactor_id" text NOT NULL,
	"reactor_app_id" text,
	"emoji" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "comment_reactions_comment_id_reactor_id_emoji_pk" PRIMARY KEY("comment_id","reactor_id","emoji")
);
--> statement-breakpoint
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
	"author_app_id" text,
	"body" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"pull_request_id" text NOT NULL,
	"author_id" text NOT NULL,
	"author_app_id" text,
	"version" integer NOT NULL,
	"verdict" text NOT NULL,
	"body" text NOT NULL,
	"comments" jsonb NOT NULL,
	"revision" text NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"pull_request_id" text NOT NULL,
	"version" integer NOT NULL,
	"author_id" text NOT NULL,
	"author_app_id" text,
	"verdict" text NOT NULL,
	"body" text NOT NULL,
	"submitted_at" bigint NOT NULL,
	"dismissed_at" bigint,
	"dismissed_by_id" text,
	"dismissed_by_app_id" text,
	"dismissal_message" text
);
--> statement-breakpoint
CREATE TABLE "rule_bypasses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rule_bypasses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"repository_id" text NOT NULL,
	"change" text NOT NULL,
	"ref" text NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"rules" jsonb NOT NULL,
	"reason" text,
	"actor_id" text NOT NULL,
	"actor_app_id" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rulesets" (
	"id" text PRIMARY KEY NOT NULL,
	"repository_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"enforcement" text NOT NULL,
	"kind" text NOT NULL,
	"included_ref_names" jsonb NOT NULL,
	"excluded_ref_names" jsonb NOT NULL,
	"rules" jsonb NOT NULL,
	"bypass_actors" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ssh_certificate_authorities" (
	"id" text PRIMARY KEY NOT NULL,
	"namespace_id" text NOT NULL,
	"name" text NOT NULL,
	"key_type" text NOT NULL,
	"public_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ssh_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"key_type" text NOT NULL,
	"public_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "ssh_keys_fingerprint_unique" UNIQUE("fingerprint")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"delivery_id" text NOT NULL,
	"trigger" text NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"request_headers" json DEFAULT '{}'::json NOT NULL,
	"status_code" integer,
	"response_headers" json DEFAULT '{}'::json NOT NULL,
	"latency_ms" integer NOT NULL,
	"error_message" text NOT NULL,
	"response_body" text NOT NULL,
	"attempted_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"app_id" text NOT NULL,
	"namespace_id" text NOT NULL,
	"installation_id" text NOT NULL,
	"repository_id" text,
	"lane" text NOT NULL,
	"state" text NOT NULL,
	"trigger" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"send_at" bigint NOT NULL,
	"leased_by" text,
	"leased_until" bigint,
	"last_attempt_id" text,
	"created_at" bigint NOT NULL,
	"delivered_at" bigint
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payload" json NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_tokens" ADD CONSTRAINT "sub_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_tokens" ADD CONSTRAINT "sub_tokens_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_tokens" ADD CONSTRAINT "sub_tokens_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_service_account_id_service_accounts_id_fk" FOREIGN KEY ("service_account_id") REFERENCES "public"."service_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_events" ADD CONSTRAINT "run_events_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_signing_keys" ADD CONSTRAINT "app_signing_keys_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation_repositories" ADD CONSTRAINT "installation_repositories_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation_repositories" ADD CONSTRAINT "installation_repositories_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation_tokens" ADD CONSTRAINT "installation_tokens_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation_tokens" ADD CONSTRAINT "installation_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installations" ADD CONSTRAINT "installations_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installations" ADD CONSTRAINT "installations_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installations" ADD CONSTRAINT "installations_installed_by_users_id_fk" FOREIGN KEY ("installed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_run_annotations" ADD CONSTRAINT "check_run_annotations_run_id_check_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."check_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_runs" ADD CONSTRAINT "check_runs_suite_id_check_suites_id_fk" FOREIGN KEY ("suite_id") REFERENCES "public"."check_suites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_suites" ADD CONSTRAINT "check_suites_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosted_environments" ADD CONSTRAINT "hosted_environments_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "labels" ADD CONSTRAINT "labels_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_request_labels" ADD CONSTRAINT "pull_request_labels_pull_request_id_pull_requests_id_fk" FOREIGN KEY ("pull_request_id") REFERENCES "public"."pull_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_request_labels" ADD CONSTRAINT "pull_request_labels_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_authorizations" ADD CONSTRAINT "mcp_authorizations_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_connections" ADD CONSTRAINT "mcp_connections_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror_jobs" ADD CONSTRAINT "mirror_jobs_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirrors" ADD CONSTRAINT "mirrors_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_service_account_id_service_accounts_id_fk" FOREIGN KEY ("service_account_id") REFERENCES "public"."service_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pools" ADD CONSTRAINT "pools_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "worker_credentials" ADD CONSTRAINT "worker_credentials_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "worker_credentials" ADD CONSTRAINT "worker_credentials_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workers" ADD CONSTRAINT "workers_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workers" ADD CONSTRAINT "workers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workers" ADD CONSTRAINT "workers_registration_key_id_api_keys_id_fk" FOREIGN KEY ("registration_key_id") REFERENCES "public"."api_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workers" ADD CONSTRAINT "workers_pool_id_pools_id_fk" FOREIGN KEY ("pool_id") REFERENCES "public"."pools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_request_events" ADD CONSTRAINT "pull_request_events_pull_request_id_pull_requests_id_fk" FOREIGN KEY ("pull_request_id") REFERENCES "public"."pull_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_request_versions" ADD CONSTRAINT "pull_request_versions_pull_request_id_pull_requests_id_fk" FOREIGN KEY ("pull_request_id") REFERENCES "public"."pull_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_requests" ADD CONSTRAINT "pull_requests_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_requests" ADD CONSTRAINT "pull_requests_merge_bypass_id_rule_bypasses_id_fk" FOREIGN KEY ("merge_bypass_id") REFERENCES "public"."rule_bypasses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_requests" ADD CONSTRAINT "pending_requests_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_requests" ADD CONSTRAINT "pending_requests_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_requests" ADD CONSTRAINT "pending_requests_pool_id_pools_id_fk" FOREIGN KEY ("pool_id") REFERENCES "public"."pools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_requests" ADD CONSTRAINT "pending_requests_machine_user_id_users_id_fk" FOREIGN KEY ("machine_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_events" ADD CONSTRAINT "queue_events_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_heads" ADD CONSTRAINT "queue_heads_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tokens" ADD CONSTRAINT "session_tokens_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tokens" ADD CONSTRAINT "session_tokens_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_slots" ADD CONSTRAINT "watch_slots_service_account_id_service_accounts_id_fk" FOREIGN KEY ("service_account_id") REFERENCES "public"."service_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ref_updates" ADD CONSTRAINT "ref_updates_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ref_updates" ADD CONSTRAINT "ref_updates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ref_updates" ADD CONSTRAINT "ref_updates_service_account_id_service_accounts_id_fk" FOREIGN KEY ("service_account_id") REFERENCES "public"."service_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ref_updates" ADD CONSTRAINT "ref_updates_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "namespaces" ADD CONSTRAINT "namespaces_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "namespaces" ADD CONSTRAINT "namespaces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_requests" ADD CONSTRAINT "review_requests_pull_request_id_pull_requests_id_fk" FOREIGN KEY ("pull_request_id") REFERENCES "public"."pull_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reactions" ADD CONSTRAINT "comment_reactions_comment_id_pull_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."pull_comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_threads" ADD CONSTRAINT "comment_threads_pull_request_id_pull_requests_id_fk" FOREIGN KEY ("pull_request_id") REFERENCES "public"."pull_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_comments" ADD CONSTRAINT "pull_comments_pull_request_id_pull_requests_id_fk" FOREIGN KEY ("pull_request_id") REFERENCES "public"."pull_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_comments" ADD CONSTRAINT "pull_comments_thread_id_comment_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."comment_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_comments" ADD CONSTRAINT "pull_comments_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_drafts" ADD CONSTRAINT "review_drafts_pull_request_id_pull_requests_id_fk" FOREIGN KEY ("pull_request_id") REFERENCES "public"."pull_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_pull_request_id_pull_requests_id_fk" FOREIGN KEY ("pull_request_id") REFERENCES "public"."pull_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_bypasses" ADD CONSTRAINT "rule_bypasses_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rulesets" ADD CONSTRAINT "rulesets_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ssh_certificate_authorities" ADD CONSTRAINT "ssh_certificate_authorities_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ssh_keys" ADD CONSTRAINT "ssh_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agents_team_position" ON "agents" USING btree ("team_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "agents_user_position" ON "agents" USING btree ("user_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "agents_id_folded" ON "agents" USING btree (lower("id"));--> statement-breakpoint
CREATE UNIQUE INDEX "run_events_event_id" ON "run_events" USING btree ("run_id","event_id");--> statement-breakpoint
CREATE INDEX "runs_agent_position" ON "runs" USING btree ("agent_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_active" ON "runs" USING btree ("agent_id") WHERE "runs"."status" in ('CREATING', 'RUNNING');--> statement-breakpoint
CREATE INDEX "apps_namespace" ON "apps" USING btree ("namespace_id","created_at");--> statement-breakpoint
CREATE INDEX "installation_repositories_repository" ON "installation_repositories" USING btree ("repository_id");--> statement-breakpoint
CREATE INDEX "installation_tokens_expiry" ON "installation_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "installations_app_namespace" ON "installations" USING btree ("app_id","namespace_id") WHERE "installations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "installations_namespace" ON "installations" USING btree ("namespace_id");--> statement-breakpoint
CREATE UNIQUE INDEX "check_run_annotations_position" ON "check_run_annotations" USING btree ("run_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "check_runs_attempt" ON "check_runs" USING btree ("suite_id","key","external_id");--> statement-breakpoint
CREATE INDEX "check_runs_deadline" ON "check_runs" USING btree ("deadline_at") WHERE "check_runs"."status" = 'in_progress' and "check_runs"."deadline_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "check_suites_attempt" ON "check_suites" USING btree ("repository_id","sha","actor_id","key","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "github_connections_user" ON "github_connections" USING btree ("owner","host");--> statement-breakpoint
CREATE INDEX "github_deliveries_received" ON "github_deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "github_flows_expiry" ON "github_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "github_run_checks_run" ON "github_run_checks" USING btree ("run_id","repo_url","branch");--> statement-breakpoint
CREATE INDEX "github_run_checks_due" ON "github_run_checks" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "grants_repository" ON "grants" USING btree ("repository_id");--> statement-breakpoint
CREATE INDEX "group_members_user" ON "group_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "labels_name" ON "labels" USING btree ("repository_id","name");--> statement-breakpoint
CREATE INDEX "pull_request_labels_label" ON "pull_request_labels" USING btree ("label_id");--> statement-breakpoint
CREATE INDEX "mcp_authorizations_expiry" ON "mcp_authorizations" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mcp_connections_server" ON "mcp_connections" USING btree ("team_id","owner","url","client_id");--> statement-breakpoint
CREATE INDEX "mirror_jobs_repository" ON "mirror_jobs" USING btree ("repository_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mirror_jobs_active" ON "mirror_jobs" USING btree ("repository_id") WHERE "mirror_jobs"."status" in ('queued', 'running', 'requires_attention');--> statement-breakpoint
CREATE INDEX "mirrors_next_sync" ON "mirrors" USING btree ("next_sync_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "pools_name" ON "pools" USING btree ("scope","owner_id","name",coalesce(lower("repo_owner"), ''),coalesce(lower("repo_name"), ''));--> statement-breakpoint
CREATE INDEX "pools_team" ON "pools" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "worker_credentials_key" ON "worker_credentials" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "workers_connected" ON "workers" USING btree ("team_id","connected_at" DESC NULLS LAST) WHERE "workers"."connection_id" is not null;--> statement-breakpoint
CREATE INDEX "workers_pool" ON "workers" USING btree ("pool_id");--> statement-breakpoint
CREATE INDEX "pull_request_events_pull_request" ON "pull_request_events" USING btree ("pull_request_id","id");--> statement-breakpoint
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
CREATE INDEX "pending_requests_listed" ON "pending_requests" USING btree ("team_id","queued_at","agent_id") WHERE "pending_requests"."state" in ('unclaimed', 'claimed_offline');--> statement-breakpoint
CREATE INDEX "pending_requests_pool" ON "pending_requests" USING btree ("pool_id","queued_at") WHERE "pending_requests"."state" = 'unclaimed';--> statement-breakpoint
CREATE INDEX "pending_requests_claim" ON "pending_requests" USING btree ("team_id","worker_id") WHERE "pending_requests"."worker_id" is not null;--> statement-breakpoint
CREATE INDEX "pending_requests_running" ON "pending_requests" USING btree ("team_id","run_worker_id") WHERE "pending_requests"."run_worker_id" is not null;--> statement-breakpoint
CREATE INDEX "pending_requests_waiting" ON "pending_requests" USING btree ("agent_id") WHERE "pending_requests"."state" in ('claimed', 'claimed_offline');--> statement-breakpoint
CREATE INDEX "queue_events_at" ON "queue_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "session_tokens_agent" ON "session_tokens" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "session_tokens_expiry" ON "session_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "watch_slots_watch" ON "watch_slots" USING btree ("watch_id");--> statement-breakpoint
CREATE INDEX "ref_updates_repository" ON "ref_updates" USING btree ("repository_id","id");--> statement-breakpoint
CREATE INDEX "ref_updates_unfollowed" ON "ref_updates" USING btree ("repository_id","id") WHERE not "ref_updates"."followed";--> statement-breakpoint
CREATE INDEX "ref_updates_unsettled" ON "ref_updates" USING btree ("id") WHERE not "ref_updates"."settled";--> statement-breakpoint
CREATE UNIQUE INDEX "repositories_name" ON "repositories" USING btree ("namespace_id","name_folded");--> statement-breakpoint
CREATE INDEX "review_requests_reviewer" ON "review_requests" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "comment_threads_pull_request" ON "comment_threads" USING btree ("pull_request_id");--> statement-breakpoint
CREATE INDEX "pull_comments_pull_request" ON "pull_comments" USING btree ("pull_request_id","created_at","id");--> statement-breakpoint
CREATE INDEX "pull_comments_thread" ON "pull_comments" USING btree ("thread_id");--> statement-breakpoint
CREATE UNIQUE INDEX "review_drafts_author" ON "review_drafts" USING btree ("pull_request_id","author_id");--> statement-breakpoint
CREATE INDEX "reviews_pull_request" ON "reviews" USING btree ("pull_request_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "rule_bypasses_repository" ON "rule_bypasses" USING btree ("repository_id","id");--> statement-breakpoint
CREATE INDEX "rulesets_repository" ON "rulesets" USING btree ("repository_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ssh_certificate_authorities_key" ON "ssh_certificate_authorities" USING btree ("namespace_id","fingerprint");--> statement-breakpoint
CREATE INDEX "ssh_certificate_authorities_fingerprint" ON "ssh_certificate_authorities" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "ssh_keys_user" ON "ssh_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_attempts_delivery" ON "webhook_attempts" USING btree ("delivery_id","attempted_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_app" ON "webhook_deliveries" USING btree ("app_id","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_unattempted" ON "webhook_deliveries" USING btree ("lane","seq") WHERE "webhook_deliveries"."state" = 'pending' and "webhook_deliveries"."attempts" = 0;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_retry" ON "webhook_deliveries" USING btree ("send_at") WHERE "webhook_deliveries"."state" = 'pending' and "webhook_deliveries"."attempts" > 0;--> statement-breakpoint
CREATE INDEX "webhook_events_created" ON "webhook_events" USING btree ("created_at");