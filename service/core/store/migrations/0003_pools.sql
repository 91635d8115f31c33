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
CREATE TABLE "workers" (
	"team_id" integer NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"user_id" integer,
	"service_account_id" text,
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
	"instance" text NOT NULL,
	"connected_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	"disconnected_at" bigint,
	CONSTRAINT "workers_team_id_id_pk" PRIMARY KEY("team_id","id")
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
CREATE TABLE "watch_places" (
	"service_account_id" text NOT NULL,
	"place" integer NOT NULL,
	"watch_id" text NOT NULL,
	"seen_at" bigint NOT NULL,
	CONSTRAINT "watch_places_service_account_id_place_pk" PRIMARY KEY("service_account_id","place")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "repository_ids" jsonb;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "pools" ADD CONSTRAINT "pools_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workers" ADD CONSTRAINT "workers_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workers" ADD CONSTRAINT "workers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workers" ADD CONSTRAINT "workers_pool_id_pools_id_fk" FOREIGN KEY ("pool_id") REFERENCES "public"."pools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_requests" ADD CONSTRAINT "pending_requests_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_requests" ADD CONSTRAINT "pending_requests_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_requests" ADD CONSTRAINT "pending_requests_pool_id_pools_id_fk" FOREIGN KEY ("pool_id") REFERENCES "public"."pools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_requests" ADD CONSTRAINT "pending_requests_machine_user_id_users_id_fk" FOREIGN KEY ("machine_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_events" ADD CONSTRAINT "queue_events_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_heads" ADD CONSTRAINT "queue_heads_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tokens" ADD CONSTRAINT "session_tokens_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tokens" ADD CONSTRAINT "session_tokens_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_places" ADD CONSTRAINT "watch_places_service_account_id_service_accounts_id_fk" FOREIGN KEY ("service_account_id") REFERENCES "public"."service_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pools_name" ON "pools" USING btree ("scope","owner_id","name",coalesce(lower("repo_owner"), ''),coalesce(lower("repo_name"), ''));--> statement-breakpoint
CREATE INDEX "pools_team" ON "pools" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "workers_connected" ON "workers" USING btree ("team_id","connected_at" DESC NULLS LAST) WHERE "workers"."connection_id" is not null;--> statement-breakpoint
CREATE INDEX "workers_pool" ON "workers" USING btree ("pool_id");--> statement-breakpoint
CREATE INDEX "pending_requests_listed" ON "pending_requests" USING btree ("team_id","queued_at","agent_id") WHERE "pending_requests"."state" in ('unclaimed', 'claimed_offline');--> statement-breakpoint
CREATE INDEX "pending_requests_pool" ON "pending_requests" USING btree ("pool_id","queued_at") WHERE "pending_requests"."state" = 'unclaimed';--> statement-breakpoint
CREATE INDEX "pending_requests_claim" ON "pending_requests" USING btree ("team_id","worker_id") WHERE "pending_requests"."worker_id" is not null;--> statement-breakpoint
CREATE INDEX "pending_requests_running" ON "pending_requests" USING btree ("team_id","run_worker_id") WHERE "pending_requests"."run_worker_id" is not null;--> statement-breakpoint
CREATE INDEX "pending_requests_deadline" ON "pending_requests" USING btree ("deadline_at") WHERE "pending_requests"."deadline_at" is not null;--> statement-breakpoint
CREATE INDEX "queue_events_at" ON "queue_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "session_tokens_agent" ON "session_tokens" USING btree ("agent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "watch_places_watch" ON "watch_places" USING btree ("watch_id");--> statement-breakpoint
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;