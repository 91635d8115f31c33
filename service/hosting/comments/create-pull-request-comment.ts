import { createPullRequestComment } from "@/lib/contract/hosting/create-pull-request-comment";
import { implement } from "../../core/http/implement";
import { actorOf } from "../actors/actor";
import { requireVersion } from "../pulls/find-version";
import { requirePullRequest } from "../pulls/pull-request-row";
import { commentBodies } from "./comment-body";
import { recordCommentEvents } from "./comment-event";
import { placeComments, writeComments } from "./write-comments";

export const createPullRequestCommentOperation = implement(
  createPullRequestComment,
  async ({ principal, params, body }, service) => {
    const found = await requirePullRequest(service, principal, params);
    const { pull } = found;
    const version = await requireVersion(service.db, found, body.versionNumber);
    const comments = await placeComments(service, pull, version, [{ comment: body, at: "" }]);
    const author = await actorOf(service, principal);
    const now = service.clock.now();
    const written = await service.db.transaction(async (tx) => {
      const rows = await writeComments(tx, service.ids, { pull, version, author, reviewId: null, comments, now });
      await recordCommentEvents(tx, service, pull, rows);
      return rows;
    });
    const [created] = await commentBodies(service, pull.id, written);
    if (!created) throw new Error("a comment was not stored");
    return created;
  },
);
