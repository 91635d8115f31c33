import type { ExternalPullRequest } from "@/lib/contract/agents/list-agent-pull-requests";
import { truncateText } from "../runner/plain-text";
import type { ReviewCommentList } from "./github-resources";

type Thread = NonNullable<ExternalPullRequest["threads"]>[number];

const maxThreads = 20;
const maxComments = 10;
const maxTextLength = 1_500;

/**
 * Groups review comments, oldest first, into threads. Leaves out threads whose lines have changed since. GitHub's REST API
 * doesn't report which threads are resolved.
 */
export function reviewThreads(comments: ReviewCommentList): Thread[] {
  const threads = new Map<number, Thread>();
  for (const { id, in_reply_to_id, path, line, subject_type, body, user, html_url: url } of comments) {
    const comment = { by: user?.login ?? "ghost", text: truncateText(body, maxTextLength) };
    const thread = threads.get(in_reply_to_id ?? id);
    if (thread) {
      if (thread.comments.length < maxComments) thread.comments.push(comment);
      continue;
    }
    const isCurrent = subject_type === "file" || typeof line === "number";
    if (!isCurrent || threads.size >= maxThreads) continue;
    threads.set(id, { path, ...(typeof line === "number" ? { line } : {}), url, comments: [comment] });
  }
  return [...threads.values()];
}
