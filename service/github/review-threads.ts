import type { AgentPullRequest } from "@/lib/contract/agents/list-agent-pull-requests";
import { lineThreads } from "../code-hosts/line-threads";
import type { ReviewCommentList } from "./github-resources";

/**
 * Groups review comments, oldest first, into threads. Leaves out threads whose lines have changed since. GitHub's REST API
 * doesn't report which threads are resolved.
 */
export function reviewThreads(comments: ReviewCommentList): AgentPullRequest["threads"] {
  return lineThreads(
    comments.map(({ id, in_reply_to_id, path, line, subject_type, body, user, html_url: url }) => ({
      threadId: in_reply_to_id ?? id,
      path,
      line: line ?? undefined,
      url,
      by: user?.login ?? "ghost",
      text: body,
      isOpen: subject_type === "file" || typeof line === "number",
    })),
  );
}
