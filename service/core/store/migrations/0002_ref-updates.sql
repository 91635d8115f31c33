CREATE TABLE "ref_updates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ref_updates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"repository_id" text NOT NULL,
	"ref" text NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"user_id" integer,
	"service_account_id" text,
	"run_id" text,
	"settled" boolean NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ref_updates" ADD CONSTRAINT "ref_updates_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ref_updates" ADD CONSTRAINT "ref_updates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ref_updates" ADD CONSTRAINT "ref_updates_service_account_id_service_accounts_id_fk" FOREIGN KEY ("service_account_id") REFERENCES "public"."service_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ref_updates_repository" ON "ref_updates" USING btree ("repository_id","id");--> statement-breakpoint
CREATE INDEX "ref_updates_unsettled" ON "ref_updates" USING btree ("id") WHERE not "ref_updates"."settled";