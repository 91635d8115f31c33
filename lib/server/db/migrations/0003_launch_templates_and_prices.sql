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
CREATE TABLE "token_prices" (
	"model" text PRIMARY KEY NOT NULL,
	"input" bigint NOT NULL,
	"output" bigint NOT NULL,
	"cache_write" bigint NOT NULL,
	"cache_read" bigint NOT NULL,
	"currency" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid
);
--> statement-breakpoint
ALTER TABLE "launch_templates" ADD CONSTRAINT "launch_templates_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_prices" ADD CONSTRAINT "token_prices_updated_by_people_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;