CREATE TABLE "hosted_environments" (
	"team_id" integer NOT NULL,
	"name" text NOT NULL,
	"repos" jsonb NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "hosted_environments_team_id_name_pk" PRIMARY KEY("team_id","name")
);
--> statement-breakpoint
ALTER TABLE "hosted_environments" ADD CONSTRAINT "hosted_environments_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" DROP COLUMN "cancel_requested_at";