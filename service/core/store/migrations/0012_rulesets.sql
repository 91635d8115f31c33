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
ALTER TABLE "rulesets" ADD CONSTRAINT "rulesets_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rulesets_repository" ON "rulesets" USING btree ("repository_id","created_at","id");