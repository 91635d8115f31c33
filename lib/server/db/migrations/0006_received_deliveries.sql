CREATE SEQUENCE "public"."hosting_change_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "heard_reactions" (
	"comment_id" text NOT NULL,
	"reactor" text NOT NULL,
	"content" text NOT NULL,
	"held" boolean NOT NULL,
	"at_ms" bigint NOT NULL,
	"event_id" text NOT NULL,
	CONSTRAINT "heard_reactions_comment_id_reactor_content_pk" PRIMARY KEY("comment_id","reactor","content")
);
--> statement-breakpoint
CREATE TABLE "received_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"body" text,
	"change" jsonb,
	"change_number" bigint
);
--> statement-breakpoint
CREATE INDEX "received_deliveries_waiting" ON "received_deliveries" USING btree ("received_at") WHERE "received_deliveries"."body" is not null;--> statement-breakpoint
CREATE INDEX "received_deliveries_time" ON "received_deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "received_deliveries_change" ON "received_deliveries" USING btree ("change_number");