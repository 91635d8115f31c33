DROP INDEX "pending_requests_deadline";--> statement-breakpoint
CREATE INDEX "pending_requests_waiting" ON "pending_requests" USING btree ("agent_id") WHERE "pending_requests"."state" in ('claimed', 'claimed_offline');--> statement-breakpoint
CREATE INDEX "session_tokens_expiry" ON "session_tokens" USING btree ("expires_at");