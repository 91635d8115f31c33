CREATE TABLE "launches" (
	"agent_id" text PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"launched_by" uuid,
	"launched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "launches" ADD CONSTRAINT "launches_launched_by_people_id_fk" FOREIGN KEY ("launched_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;