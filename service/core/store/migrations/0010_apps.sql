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
	"display_name" text NOT NULL,
	"description" text NOT NULL,
	"website_url" text NOT NULL,
	"webhook_url" text NOT NULL,
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
ALTER TABLE "ref_updates" ADD COLUMN "app_id" text;--> statement-breakpoint
ALTER TABLE "app_signing_keys" ADD CONSTRAINT "app_signing_keys_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation_repositories" ADD CONSTRAINT "installation_repositories_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation_repositories" ADD CONSTRAINT "installation_repositories_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation_tokens" ADD CONSTRAINT "installation_tokens_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation_tokens" ADD CONSTRAINT "installation_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installations" ADD CONSTRAINT "installations_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installations" ADD CONSTRAINT "installations_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installations" ADD CONSTRAINT "installations_installed_by_users_id_fk" FOREIGN KEY ("installed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "apps_namespace" ON "apps" USING btree ("namespace_id","created_at");--> statement-breakpoint
CREATE INDEX "installation_repositories_repository" ON "installation_repositories" USING btree ("repository_id");--> statement-breakpoint
CREATE INDEX "installation_tokens_expiry" ON "installation_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "installations_place" ON "installations" USING btree ("app_id","namespace_id") WHERE "installations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "installations_namespace" ON "installations" USING btree ("namespace_id");--> statement-breakpoint
ALTER TABLE "ref_updates" ADD CONSTRAINT "ref_updates_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE set null ON UPDATE no action;