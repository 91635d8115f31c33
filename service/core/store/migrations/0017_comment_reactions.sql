CREATE TABLE "comment_reactions" (
	"comment_id" text NOT NULL,
	"reactor_id" text NOT NULL,
	"emoji" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "comment_reactions_comment_id_reactor_id_emoji_pk" PRIMARY KEY("comment_id","reactor_id","emoji")
);
--> statement-breakpoint
ALTER TABLE "comment_reactions" ADD CONSTRAINT "comment_reactions_comment_id_pull_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."pull_comments"("id") ON DELETE cascade ON UPDATE no action;