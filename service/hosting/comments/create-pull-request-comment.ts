import { createPullRequestComment } from "@/lib/contract/hosting/comments/create-pull-request-comment";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { actorOf } from "../actors/actor";
import { requireVersion } from "../pulls/find-version";
import { requirePullRequest } from "../pulls/pull-request-row";
import { commentBodies } from "./comment-body";
import { recordCommentEvents } from "./comment-event";
import { resolveCommentTargets, writeComments } from "./write-comments";

export const createPullRequestCommentOperation = implement(
  createPullRequestComment,
  async ({ principal, params, body }, context: HostingContext) => {
    const found = await requirePullRequest(context, principal, params);
    const { pull } = found;
    const version = await requireVersion(context.db, found, body.versionNumber);
    const comments = await resolveCommentTargets(context, found, version, [{ comment: body, at: "" }]);
    const author = await actorOf(context, principal);
    const now = context.clock.now();
    const written = await context.db.transaction(async (tx) => {
      const rows = await writeComments(tx, context.ids, { pull, author, reviewId: null, comments, now });
      await recordCommentEvents(tx, context, pull, rows);
      return rows;
    });
    const [created] = await commentBodies(context, pull.id, written);
    if (!created) throw new Error("comment insert returned no row");
    return created;
  },
);
