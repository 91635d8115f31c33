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
ALTER TABLE "labels" ADD CONSTRAINT "labels_repository_id_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_request_labels" ADD CONSTRAINT "pull_request_labels_pull_request_id_pull_requests_id_fk" FOREIGN KEY ("pull_request_id") REFERENCES "public"."pull_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_request_labels" ADD CONSTRAINT "pull_request_labels_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "labels_name" ON "labels" USING btree ("repository_id","name");--> statement-breakpoint
CREATE INDEX "pull_request_labels_label" ON "pull_request_labels" USING btree ("label_id");