ALTER TABLE "people" RENAME TO "users";--> statement-breakpoint
ALTER TABLE "person_access" RENAME TO "user_access";--> statement-breakpoint
ALTER TABLE "api_tokens" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "audit" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "audit" RENAME COLUMN "person_email" TO "user_email";--> statement-breakpoint
ALTER TABLE "identities" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "inbox_reads" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "launch_templates" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "mcp_flows" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "seen_versions" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "sessions" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "sign_in_links" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "viewed_files" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "user_access" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "saved_views" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "follow_ups" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "answer_requests" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "notification_channels" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "notification_schedules" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "saved_variables" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "budgets" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "batches" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "automation_firings" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "inbox_notifications" RENAME COLUMN "person_id" TO "user_id";--> statement-breakpoint
ALTER TABLE "inbox_reads" RENAME CONSTRAINT "inbox_reads_person_id_key_pk" TO "inbox_reads_user_id_key_pk";--> statement-breakpoint
ALTER TABLE "users" RENAME CONSTRAINT "people_email_unique" TO "users_email_unique";--> statement-breakpoint
ALTER TABLE "users" RENAME CONSTRAINT "people_role" TO "users_role";--> statement-breakpoint
ALTER TABLE "seen_versions" RENAME CONSTRAINT "seen_versions_person_id_pull_id_number_pk" TO "seen_versions_user_id_pull_id_number_pk";--> statement-breakpoint
ALTER TABLE "viewed_files" RENAME CONSTRAINT "viewed_files_person_id_pull_id_digest_pk" TO "viewed_files_user_id_pull_id_digest_pk";--> statement-breakpoint
ALTER TABLE "api_tokens" RENAME CONSTRAINT "api_tokens_person_id_people_id_fk" TO "api_tokens_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "identities" RENAME CONSTRAINT "identities_person_id_people_id_fk" TO "identities_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "inbox_reads" RENAME CONSTRAINT "inbox_reads_person_id_people_id_fk" TO "inbox_reads_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "launch_templates" RENAME CONSTRAINT "launch_templates_person_id_people_id_fk" TO "launch_templates_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "launches" RENAME CONSTRAINT "launches_launched_by_people_id_fk" TO "launches_launched_by_users_id_fk";--> statement-breakpoint
ALTER TABLE "mcp_flows" RENAME CONSTRAINT "mcp_flows_person_id_people_id_fk" TO "mcp_flows_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "seen_versions" RENAME CONSTRAINT "seen_versions_person_id_people_id_fk" TO "seen_versions_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "sessions" RENAME CONSTRAINT "sessions_person_id_people_id_fk" TO "sessions_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "sign_in_links" RENAME CONSTRAINT "sign_in_links_person_id_people_id_fk" TO "sign_in_links_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "viewed_files" RENAME CONSTRAINT "viewed_files_person_id_people_id_fk" TO "viewed_files_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "user_access" RENAME CONSTRAINT "person_access_person_id_people_id_fk" TO "user_access_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "saved_views" RENAME CONSTRAINT "saved_views_person_id_people_id_fk" TO "saved_views_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "follow_ups" RENAME CONSTRAINT "follow_ups_person_id_people_id_fk" TO "follow_ups_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "answer_requests" RENAME CONSTRAINT "answer_requests_person_id_people_id_fk" TO "answer_requests_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "notification_channels" RENAME CONSTRAINT "notification_channels_person_id_people_id_fk" TO "notification_channels_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "notification_schedules" RENAME CONSTRAINT "notification_schedules_person_id_people_id_fk" TO "notification_schedules_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "saved_variables" RENAME CONSTRAINT "saved_variables_person_id_people_id_fk" TO "saved_variables_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "budgets" RENAME CONSTRAINT "budgets_person_id_people_id_fk" TO "budgets_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "batches" RENAME CONSTRAINT "batches_person_id_people_id_fk" TO "batches_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "automation_firings" RENAME CONSTRAINT "automation_firings_person_id_people_id_fk" TO "automation_firings_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "automations" RENAME CONSTRAINT "automations_owner_id_people_id_fk" TO "automations_owner_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "api_tokens_by_person" RENAME TO "api_tokens_by_user";--> statement-breakpoint
ALTER INDEX "identities_by_person" RENAME TO "identities_by_user";--> statement-breakpoint
ALTER INDEX "sessions_by_person" RENAME TO "sessions_by_user";--> statement-breakpoint
ALTER INDEX "saved_variables_by_person" RENAME TO "saved_variables_by_user";--> statement-breakpoint
ALTER TABLE "inbox_notifications" RENAME CONSTRAINT "inbox_notifications_person_id_people_id_fk" TO "inbox_notifications_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "users" RENAME CONSTRAINT "people_pkey" TO "users_pkey";--> statement-breakpoint
ALTER TABLE "user_access" RENAME CONSTRAINT "person_access_pkey" TO "user_access_pkey";--> statement-breakpoint
ALTER TABLE "saved_variables" DROP CONSTRAINT "saved_variables_scope";--> statement-breakpoint
ALTER TABLE "saved_variables" DROP CONSTRAINT "saved_variables_owner";--> statement-breakpoint
UPDATE "saved_variables" SET "scope" = 'user' WHERE "scope" = 'person';--> statement-breakpoint
ALTER TABLE "saved_variables" ADD CONSTRAINT "saved_variables_scope" CHECK ("saved_variables"."scope" in ('team', 'repository', 'user'));--> statement-breakpoint
ALTER TABLE "saved_variables" ADD CONSTRAINT "saved_variables_owner" CHECK (("saved_variables"."scope" = 'user') = ("saved_variables"."user_id" is not null));--> statement-breakpoint
UPDATE "budgets" SET "scope" = 'user' WHERE "scope" = 'person';--> statement-breakpoint
UPDATE "audit" SET "operation_id" = 'addUser' WHERE "operation_id" = 'addPerson';--> statement-breakpoint
UPDATE "audit" SET "operation_id" = 'updateUser' WHERE "operation_id" = 'updatePerson';--> statement-breakpoint
UPDATE "audit" SET "operation_id" = 'endUserSessions' WHERE "operation_id" = 'endPersonSessions';--> statement-breakpoint
UPDATE "audit" SET "operation_id" = 'putUser' WHERE "operation_id" = 'putPerson';--> statement-breakpoint
UPDATE "audit" SET "operation_id" = 'createUserKey' WHERE "operation_id" = 'createPersonKey';
