CREATE TABLE "review_requests" (
	"pull_request_id" text NOT NULL,
	"reviewer_id" text NOT NULL,
	"requested_by_id" text NOT NULL,
	"requested_at" bigint NOT NULL,
	"answered_at" bigint,
	CONSTRAINT "review_requests_pull_request_id_reviewer_id_pk" PRIMARY KEY("pull_request_id","reviewer_id")
);
--> statement-breakpoint
ALTER TABLE "review_requests" ADD CONSTRAINT "review_requests_pull_request_id_pull_requests_id_fk" FOREIGN KEY ("pull_request_id") REFERENCES "public"."pull_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_requests_reviewer" ON "review_requests" USING btree ("reviewer_id");