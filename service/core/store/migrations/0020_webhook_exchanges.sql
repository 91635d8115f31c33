ALTER TABLE "webhook_attempts" ADD COLUMN "url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD COLUMN "request_headers" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD COLUMN "response_headers" json DEFAULT '{}'::json NOT NULL;