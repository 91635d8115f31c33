CREATE TABLE "pool_samples" (
	"source" text NOT NULL,
	"pool" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"connected" integer NOT NULL,
	"in_use" integer NOT NULL,
	"waiting" integer NOT NULL,
	CONSTRAINT "pool_samples_source_pool_at_pk" PRIMARY KEY("source","pool","at")
);
--> statement-breakpoint
CREATE TABLE "queue_rows" (
	"source" text NOT NULL,
	"id" text NOT NULL,
	"row" jsonb,
	"change" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "queue_rows_source_id_pk" PRIMARY KEY("source","id")
);
--> statement-breakpoint
CREATE TABLE "queue_watches" (
	"source" text PRIMARY KEY NOT NULL,
	"change" bigint NOT NULL,
	"health" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "pool_samples_at" ON "pool_samples" USING btree ("at");--> statement-breakpoint
CREATE INDEX "queue_rows_change" ON "queue_rows" USING btree ("source","change");