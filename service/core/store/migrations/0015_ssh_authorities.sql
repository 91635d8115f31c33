CREATE TABLE "ssh_certificate_authorities" (
	"id" text PRIMARY KEY NOT NULL,
	"namespace_id" text NOT NULL,
	"name" text NOT NULL,
	"key_type" text NOT NULL,
	"public_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ssh_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"key_type" text NOT NULL,
	"public_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "ssh_keys_fingerprint_unique" UNIQUE("fingerprint")
);
--> statement-breakpoint
ALTER TABLE "namespaces" ADD COLUMN "require_certificates" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ssh_certificate_authorities" ADD CONSTRAINT "ssh_certificate_authorities_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ssh_keys" ADD CONSTRAINT "ssh_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ssh_certificate_authorities_key" ON "ssh_certificate_authorities" USING btree ("namespace_id","fingerprint");--> statement-breakpoint
CREATE INDEX "ssh_certificate_authorities_fingerprint" ON "ssh_certificate_authorities" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "ssh_keys_user" ON "ssh_keys" USING btree ("user_id");